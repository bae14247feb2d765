// Calls, parameters and topics of the open API, parsed from the documents that the server generates
// from its own tables.

export type ApiParameter = {
  readonly name: string
  readonly isRequired: boolean
  /** The allowed values; empty if not enumerated. */
  readonly values: readonly string[]
  /** Lists and objects are typed as JSON. */
  readonly isJson: boolean
}
export type ApiCall = {
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly group: string
  readonly stands: 'works' | 'empty' | 'refused'
  readonly isSigned: boolean
  /** The permission that the key needs; '' if any key may call it. */
  readonly permission: string
  /** The rate limit per second; 0 if there is none. */
  readonly perSecond: number
  readonly parameters: readonly ApiParameter[]
}
export type ApiTopic = {
  readonly id: string
  readonly name: string
  readonly sockets: readonly string[]
  readonly values: readonly string[]
}

type Tree = Readonly<Record<string, unknown>>
const treeOf = (value: unknown): Tree =>
  typeof value === 'object' && value !== null ? (value as Tree) : {}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textsOf = (value: unknown): readonly string[] => listOf(value).map(String)

/** Returns the calls of the OpenAPI document, in its order. */
export function callsIn(document: unknown): readonly ApiCall[] {
  return Object.entries(treeOf(treeOf(document)['paths'])).flatMap(([path, methods]) =>
    Object.entries(treeOf(methods)).map(([method, operation]) =>
      callOf(path, method, treeOf(operation)),
    ),
  )
}

function callOf(path: string, method: string, operation: Tree): ApiCall {
  const stands = textOf(operation['x-stands'])
  return {
    id: textOf(operation['operationId']),
    method: method === 'get' ? 'GET' : 'POST',
    path,
    group: path.split('/')[2] ?? '',
    stands: stands === 'empty' || stands === 'refused' ? stands : 'works',
    isSigned: listOf(operation['security']).length > 0,
    permission: textOf(operation['x-permission']),
    perSecond: Number(operation['x-requests-per-second'] ?? 0),
    parameters: method === 'get' ? queryOf(operation) : bodyOf(operation),
  }
}

const queryOf = (operation: Tree): readonly ApiParameter[] =>
  listOf(operation['parameters']).map((each) => {
    const { name, required, schema } = treeOf(each)
    return parameterOf(textOf(name), required === true, treeOf(schema))
  })

function bodyOf(operation: Tree): readonly ApiParameter[] {
  const content = treeOf(treeOf(operation['requestBody'])['content'])
  const schema = treeOf(treeOf(content['application/json'])['schema'])
  const required = textsOf(schema['required'])
  return Object.entries(treeOf(schema['properties'])).map(([name, each]) =>
    parameterOf(name, required.includes(name), treeOf(each)),
  )
}

const parameterOf = (name: string, isRequired: boolean, schema: Tree): ApiParameter => ({
  name,
  isRequired,
  values: 'const' in schema ? [String(schema['const'])] : textsOf(schema['enum']),
  isJson: schema['type'] === 'array' || schema['type'] === 'object',
})

/** Returns the channels of the AsyncAPI document. */
export function topicsIn(document: unknown): readonly ApiTopic[] {
  return Object.entries(treeOf(treeOf(document)['channels'])).map(([id, channel]) => {
    const { address, parameters, 'x-sockets': sockets } = treeOf(channel)
    const values = Object.values(treeOf(parameters)).flatMap((each) => [
      ...textsOf(treeOf(each)['enum']),
    ])
    return { id, name: textOf(address), sockets: textsOf(sockets), values }
  })
}

/** The input by parameter name; empty fields are not sent. */
export type Typed = Readonly<Record<string, string>>

/** Returns the query or the body; the name of a parameter if it must be JSON and is invalid. */
export function payloadOf(
  { method, parameters }: Pick<ApiCall, 'method' | 'parameters'>,
  typed: Typed,
): { readonly payload: string } | { readonly wrong: string } {
  const sent = parameters.filter(({ name }) => (typed[name] ?? '') !== '')
  if (method === 'GET') {
    const pairs = sent.map(({ name }) => `${name}=${encodeURIComponent(typed[name] ?? '')}`)
    return { payload: pairs.join('&') }
  }
  const wrong = sent.find(({ name, isJson }) => isJson && !isJsonText(typed[name] ?? ''))
  if (wrong !== undefined) return { wrong: wrong.name }
  const fields = sent.map(({ name, isJson }) => {
    const text = typed[name] ?? ''
    return `${JSON.stringify(name)}:${isJson ? text : JSON.stringify(text)}`
  })
  return { payload: `{${fields.join(',')}}` }
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns a JSON body indented; any other body unchanged. */
export const prettyBody = (body: string): string =>
  isJsonText(body) ? JSON.stringify(JSON.parse(body), null, 2) : body

/** Returns the initial values of a call's fields, with which it can be sent. */
export function startValues(parameters: readonly ApiParameter[]): Typed {
  const known: Typed = {
    category: 'linear',
    symbol: 'BTCUSDT',
    interval: '60',
    side: 'Buy',
    orderType: 'Market',
    qty: '0.01',
    coin: 'USDT',
    baseCoin: 'BTC',
    accountType: 'UNIFIED',
    indexName: 'BTCUSDT',
    intervalTime: '1h',
    period: '1h',
    locale: 'en-US',
  }
  // Which order fields are needed depends on the order type, so none is required of all.
  const isEntry = parameters.some(({ name }) => name === 'orderType')
  const entered = isEntry ? ['side', 'orderType', 'qty'] : ['side']
  const fitting = parameters.flatMap(({ name, isRequired, values }) => {
    const own = known[name] ?? ''
    const value = values.length === 0 || values.includes(own) ? own : (values[0] ?? '')
    const isMeant = isRequired || name === 'symbol' || entered.includes(name)
    return isMeant ? [[name, value] as const] : []
  })
  return Object.fromEntries(fitting)
}
