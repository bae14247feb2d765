// AsyncAPI documents of sockets: channels of subscribed topics and of operations that clients send.

/** A topic or an operation of a socket. */
export type Channel = {
  /** Its name, with parameters in braces. */
  readonly address: string
  /** The values of a parameter, if they are few. */
  readonly values?: Readonly<Record<string, readonly string[]>> | undefined
  readonly payload: object
  /** The paths of the sockets that have it. */
  readonly sockets: readonly string[]
}

type Channels = {
  readonly title: string
  readonly version: string
  readonly description: string
  /** By name: what the server sends, and what it accepts. */
  readonly sent: readonly (readonly [name: string, channel: Channel])[]
  readonly taken: readonly (readonly [name: string, channel: Channel])[]
}

/** Returns an AsyncAPI document. */
export function channelsDocument({ title, version, description, sent, taken }: Channels): object {
  const message = { sent: 'frame', taken: 'request' } as const
  return {
    asyncapi: '3.0.0',
    info: { title, version, description },
    channels: Object.fromEntries([
      ...sent.map(([name, channel]) => [name, channelOf(channel, message.sent)] as const),
      ...taken.map(([name, channel]) => [name, channelOf(channel, message.taken)] as const),
    ]),
    operations: Object.fromEntries([
      ...sent.map(([name]) => [`read ${name}`, { action: 'send', channel: refTo(name) }] as const),
      ...taken.map(([name]) => [name, { action: 'receive', channel: refTo(name) }] as const),
    ]),
  }
}

const refTo = (name: string) => ({
  $ref: `#/channels/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
})

function channelOf({ address, values = {}, payload, sockets }: Channel, message: string): object {
  const parameters = [...address.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => {
    const few = values[parameter]
    return [parameter, few === undefined ? {} : { enum: few }] as const
  })
  return {
    address,
    ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
    messages: { [message]: { contentType: 'application/json', payload } },
    'x-sockets': sockets,
  }
}
