// Normalisation of parameters before validation: numbers and booleans become strings, empty values
// absent, so that one schema fits queries and bodies.

export type PlainParameters = { readonly [name: string]: unknown }

/**
 * Returns the parameters of a URL query. The first of duplicate names counts; an invalid escape
 * stays as it is.
 */
export function queryParameters(query: string): PlainParameters {
  const found: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(query)) {
    if (value !== '') found[name] ??= value
  }
  return found
}

/** Returns the parameters of a body; undefined unless it is a JSON object. */
export function bodyParameters(body: string): PlainParameters | undefined {
  if (body === '') return {}
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (plain(value, 0) as PlainParameters) : undefined
}

/** Deeper values are left as they are. */
const deepest = 8

function plain(value: unknown, depth: number): unknown {
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  if (Array.isArray(value)) return value.map((each) => plain(each, depth + 1))
  const found: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [name, each] of Object.entries(value)) {
    if (each !== '' && each !== null) found[name] = plain(each, depth + 1)
  }
  return found
}

/** Writes a JSON number without an exponent: `1e-7` as `0.0000001`. */
function numberText(value: number): string {
  const [, sign = '', whole = '', part = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  if (exponent === undefined) return String(value)
  const digits = `${whole}${part}`
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.padEnd(point, '0')}`
}

/** Returns the fields of a parsed object, normalised as those of a body. */
export const plainFields = (value: object): PlainParameters => plain(value, 0) as PlainParameters
