// The cluster's words over NATS: the journal's stream on JetStream, and what is said beside it.

import {
  DiscardPolicy,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type JetStreamClient,
  type JetStreamManager,
  type StreamInfo,
} from '@nats-io/jetstream'
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node'
import {
  decodeMessage,
  encodeMessage,
  StreamDamaged,
  StreamUnknown,
  type StreamMessage,
  type TermMessage,
} from './envelope.ts'
import type { AppendOutcome } from './member.ts'
import type { Beat, Packet, Refusal } from './packet.ts'

export type NatsSettings = {
  /** host:port of each server. */
  readonly servers: readonly string[]
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** The name of the exchange in this cluster; several may share the servers. */
  readonly world: string
  /** Copies of the stream: three, or one in a trial. */
  readonly replicas: number
}

export type StreamListener = {
  /** The last message that was read: the next one is asked for after it. */
  readonly streamSeq: () => number
  /** Is told of every message in order, without holes. */
  readonly onMessage: (streamSeq: number, message: StreamMessage) => void
  readonly onDamage: (error: unknown) => void
}

export type ClusterLink = {
  readonly append: (
    message: StreamMessage,
    afterStreamSeq: number,
    done: (outcome: AppendOutcome) => void,
  ) => void
  readonly lastStreamSeq: (done: (streamSeq: number | undefined) => void) => void
  /** The marker with which the stream begins; undefined while it is empty. */
  readonly firstTerm: () => Promise<TermMessage | undefined>
  /** Reads on from where the listener is, and resolves when it has all that was there. */
  readonly follow: (listener: StreamListener) => Promise<void>
  readonly tellBeat: (beat: Beat) => void
  readonly tellRefusal: (refusal: Refusal) => void
  readonly tellPacket: (packet: Packet) => void
  readonly onBeat: (act: (beat: Beat) => void) => void
  readonly onPacket: (act: (packet: Packet) => void) => void
  /** Refusals of one gateway's commands. */
  readonly onRefusal: (gateway: string, act: (refusal: Refusal) => void) => void
  readonly isConnected: () => boolean
  readonly close: () => Promise<void>
}

const appendPatienceMs = 1_500
const askPatienceMs = 1_000
/** A beat that is ahead for so long shows that a message was missed. */
const behindPatienceMs = 30
const messagesPerRead = 500
const maxMessageBytes = 1_048_576
/** JetStream: the last sequence is not the expected one. */
const wrongLastSequence = 10_071
const sequenceHeader = 'Nats-Sequence'

/**
 * Connects and makes the stream where it is not there. Throws where it is there with another
 * configuration, or where no server answers.
 */
export async function connectCluster(settings: NatsSettings): Promise<ClusterLink> {
  const { servers, user, password, world } = settings
  const connection = await connect({
    servers: [...servers],
    ...(user !== undefined && { user }),
    ...(password !== undefined && { pass: password }),
    name: `basis ${world}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 50,
    waitOnFirstConnect: true,
    timeout: 2_000,
    pingInterval: 2_000,
  })
  try {
    const manager = await jetstreamManager(connection, { timeout: askPatienceMs })
    await openStream(manager, settings)
    return linkOver(connection, manager, world)
  } catch (error) {
    await connection.close()
    throw error
  }
}

const streamName = (world: string): string => `BASIS_${world}`

async function openStream(manager: JetStreamManager, settings: NatsSettings): Promise<void> {
  const { world, replicas } = settings
  const wanted = {
    name: streamName(world),
    subjects: [`basis.${world}.journal`],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    num_replicas: replicas,
    max_msg_size: maxMessageBytes,
    allow_direct: true,
    deny_delete: true,
    duplicate_window: 0,
    republish: { src: `basis.${world}.journal`, dest: `basis.${world}.live` },
  } as const
  const found = await patiently(() =>
    manager.streams.add({ ...wanted, subjects: [...wanted.subjects] }),
  )
  assertSame(found, wanted)
}

/** A cluster that has just begun has no leader for its streams for some seconds. */
async function patiently<Result>(act: () => Promise<Result>): Promise<Result> {
  const endMs = performance.now() + 20_000
  for (;;) {
    try {
      return await act()
    } catch (error) {
      const isFinal = error instanceof JetStreamApiError && error.code !== 10_008
      if (isFinal && !/replicas|peers|suitable/.test(error.message)) throw error
      if (performance.now() > endMs) throw error
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }
}

function assertSame({ config }: StreamInfo, wanted: Readonly<Record<string, unknown>>): void {
  for (const name of ['num_replicas', 'discard', 'retention', 'storage', 'deny_delete'] as const) {
    if (config[name] !== wanted[name]) {
      throw new StreamUnknown(
        `The stream ${config.name} has ${name} ${String(config[name])}, not ${String(wanted[name])}`,
      )
    }
  }
}

function linkOver(
  connection: NatsConnection,
  manager: JetStreamManager,
  world: string,
): ClusterLink {
  const client = jetstream(connection, { timeout: appendPatienceMs })
  const subject = (name: string): string => `basis.${world}.${name}`
  const tell = (name: string, word: unknown): void => {
    if (!connection.isClosed()) connection.publish(subject(name), JSON.stringify(word))
  }
  const hear = (name: string, act: (message: Msg) => void): void => {
    connection.subscribe(subject(name), {
      callback: (error, message) => {
        if (error === null) act(message)
      },
    })
  }
  const following: { behind?: (streamSeq: number) => void } = {}
  return {
    append: (message, after, done) => void append(client, world, { message, after }).then(done),
    lastStreamSeq: (done) => {
      lastOf(manager, world).then(
        (streamSeq) => {
          following.behind?.(streamSeq)
          done(streamSeq)
        },
        () => done(undefined),
      )
    },
    firstTerm: () => patiently(() => firstTermOf(manager, world)),
    follow: async (listener) => {
      const follower = new StreamFollower(manager, world, listener)
      hear('live', (message) => follower.live(message))
      hear('beat', (message) => follower.behind(message.json<Beat>().streamSeq))
      following.behind = (streamSeq) => follower.behind(streamSeq)
      await follower.fill()
    },
    tellBeat: (beat) => tell('beat', beat),
    tellRefusal: (refusal) => tell(`refused.${refusal.gateway}`, refusal),
    tellPacket: (packet) => tell('submit', packet),
    onBeat: (act) => hear('beat', (message) => act(message.json<Beat>())),
    onPacket: (act) => hear('submit', (message) => act(message.json<Packet>())),
    onRefusal: (gateway, act) =>
      hear(`refused.${gateway}`, (message) => act(message.json<Refusal>())),
    isConnected: () => !connection.isClosed(),
    close: async () => {
      await connection.close()
    },
  }
}

async function append(
  client: JetStreamClient,
  world: string,
  { message, after }: { readonly message: StreamMessage; readonly after: number },
): Promise<AppendOutcome> {
  try {
    const { seq } = await client.publish(`basis.${world}.journal`, encodeMessage(message), {
      expect: { streamName: streamName(world), lastSequence: after },
      timeout: appendPatienceMs,
      retries: 1,
    })
    return { kind: 'done', streamSeq: seq }
  } catch (error) {
    const isSuperseded = error instanceof JetStreamApiError && error.code === wrongLastSequence
    return { kind: isSuperseded ? 'superseded' : 'unknown' }
  }
}

async function lastOf(manager: JetStreamManager, world: string): Promise<number> {
  const { state } = await manager.streams.info(streamName(world))
  return state.last_seq
}

async function firstTermOf(
  manager: JetStreamManager,
  world: string,
): Promise<TermMessage | undefined> {
  if ((await lastOf(manager, world)) === 0) return undefined
  const stored = await manager.direct.getBatch(streamName(world), { seq: 1, batch: 1 })
  for await (const { seq, data } of stored) {
    const message = decodeMessage(seq, data)
    if (message.kind === 'term') return message
  }
  return undefined
}

/** Gives a listener every message in order: those that are told live, and what lies between. */
class StreamFollower {
  readonly #manager: JetStreamManager
  readonly #world: string
  readonly #listener: StreamListener
  #filling: Promise<void> | undefined
  #isBehindKnown = false

  constructor(manager: JetStreamManager, world: string, listener: StreamListener) {
    this.#manager = manager
    this.#world = world
    this.#listener = listener
  }

  live(message: Msg): void {
    const streamSeq = Number(message.headers?.get(sequenceHeader))
    const next = this.#listener.streamSeq() + 1
    if (streamSeq === next && this.#filling === undefined) this.#give(streamSeq, message.data)
    else if (streamSeq >= next) void this.fill()
  }

  /** Somebody has seen this message; it is fetched when it does not come by itself. */
  behind(streamSeq: number): void {
    if (streamSeq <= this.#listener.streamSeq() || this.#isBehindKnown) return
    this.#isBehindKnown = true
    setTimeout(() => {
      this.#isBehindKnown = false
      if (streamSeq > this.#listener.streamSeq()) void this.fill()
    }, behindPatienceMs)
  }

  /** Reads to the end of the stream; a failure is left to the next beat. */
  fill(): Promise<void> {
    this.#filling ??= this.#readOn()
      .catch(() => undefined)
      .finally(() => {
        this.#filling = undefined
      })
    return this.#filling
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const from = this.#listener.streamSeq() + 1
      if ((await lastOf(this.#manager, this.#world)) < from) return
      const stored = await this.#manager.direct.getBatch(streamName(this.#world), {
        seq: from,
        batch: messagesPerRead,
      })
      for await (const { seq, data } of stored) {
        if (seq !== this.#listener.streamSeq() + 1) break
        this.#give(seq, data)
      }
      if (this.#listener.streamSeq() < from) return
    }
  }

  #give(streamSeq: number, data: Uint8Array): void {
    let message: StreamMessage
    try {
      message = decodeMessage(streamSeq, data)
    } catch (error) {
      if (!(error instanceof StreamDamaged)) throw error
      this.#listener.onDamage(error)
      return
    }
    this.#listener.onMessage(streamSeq, message)
  }
}
