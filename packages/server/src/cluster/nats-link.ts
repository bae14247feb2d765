// The cluster's communication over NATS: the journal's stream on JetStream, and plain messages.

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
import { AuthorizationError, connect, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { ConfigError } from '../config/config.ts'
import {
  decodeMessage,
  encodeMessage,
  StreamUnknown,
  type StreamMessage,
  type TermMessage,
} from './envelope.ts'
import type { StateWord } from './hash-watch.ts'
import type { AppendOutcome } from './member.ts'
import { NatsUnavailable } from './nats-unavailable.ts'
import type { Beat, Packet, Refusal } from './packet.ts'
import { retryWhileUnavailable } from './retry.ts'
import type { RoleWord } from './role-watch.ts'
import { SnapshotBucket, snapshotStream } from './snapshot-bucket.ts'
import { stateOf, StreamFollower, streamName, type StreamListener } from './stream-follower.ts'

export type NatsSettings = {
  /** host:port of each server. */
  readonly servers: readonly string[]
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** The exchange's name in this cluster; several exchanges may share the servers. */
  readonly world: string
  /** Replicas of the stream: three, or one for tests. */
  readonly replicas: number
  /** The stream's size limit in bytes, 0 for none; set by engines only. */
  readonly maxBytes?: number
  /** Called when the start has to wait for a server. */
  readonly onNotice?: (message: string) => void
}

/** Messages between processes; each may be lost, duplicated or delayed. */
type Words = {
  readonly sendBeat: (beat: Beat) => void
  readonly sendRefusal: (refusal: Refusal) => void
  readonly sendPacket: (packet: Packet) => void
  readonly sendHash: (word: StateWord) => void
  readonly onHash: (act: (word: StateWord) => void) => void
  readonly sendRole: (word: RoleWord) => void
  readonly onRole: (act: (word: RoleWord) => void) => void
  readonly onBeat: (act: (beat: Beat) => void) => void
  readonly onPacket: (act: (packet: Packet) => void) => void
  /** Refusals of one gateway's commands. */
  readonly onRefusal: (gateway: string, act: (refusal: Refusal) => void) => void
}

export type ClusterLink = Words & {
  readonly append: (
    message: StreamMessage,
    afterStreamSeq: number,
    done: (outcome: AppendOutcome) => void,
  ) => void
  readonly lastStreamSeq: (done: (streamSeq: number | undefined) => void) => void
  /** The stream's first term marker; undefined while it is empty. */
  readonly firstTerm: () => Promise<TermMessage | undefined>
  /** The first message that the stream still has, or the next one if it is empty. */
  readonly firstStreamSeq: () => Promise<number>
  /** The first message at or after this time; the next one to come if there is none. */
  readonly seqFrom: (timeMs: number) => Promise<number>
  /** Deletes messages up to this one. */
  readonly purgeThrough: (streamSeq: number) => Promise<void>
  readonly lastMessage: () => Promise<StreamMessage | undefined>
  /** Deletes all messages and returns the number of the last one. */
  readonly purgeAll: () => Promise<number>
  readonly snapshots: SnapshotBucket
  /** Reads from the listener's position; resolves when everything stored has been read. */
  readonly follow: (listener: StreamListener) => Promise<void>
  readonly isConnected: () => boolean
  readonly close: () => Promise<void>
}

const appendPatienceMs = 1_500
const askPatienceMs = 1_000
const maxMessageBytes = 1_048_576
/** JetStream: no such stream; no size limit. */
const noSuchStream = 10_059
const unbounded = -1
/** JetStream: the last sequence is not the expected one. */
const wrongLastSequence = 10_071

/** A starting server answers within this time; then a notice is repeated. */
const quietWaitMs = 3_000
const noticeEveryMs = 60_000

/**
 * Connects and creates the stream if it is missing; waits for a server without a limit. Throws if a
 * server refuses the user, cannot store the stream or has a different one of its name.
 */
export async function connectCluster(settings: NatsSettings): Promise<ClusterLink> {
  const { servers, world } = settings
  const connection = await connectedTo(settings)
  try {
    const asking = { timeout: askPatienceMs }
    const manager = await retryWhileUnavailable(() => jetstreamManager(connection, asking))
    await openStream(manager, settings)
    return linkOver(connection, manager, world)
  } catch (error) {
    await connection.close()
    throw error instanceof StreamUnknown ? error : new NatsUnavailable(servers, error)
  }
}

async function connectedTo(settings: NatsSettings): Promise<NatsConnection> {
  const { servers, user, password, world, onNotice } = settings
  const names = servers.join(', ')
  const warn = (): void => onNotice?.(`no NATS server answers at ${names}; waiting for one`)
  const first = setTimeout(warn, quietWaitMs)
  const further = setInterval(warn, noticeEveryMs)
  const connecting = connect({
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
    return await connecting
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error
    const expected = `with BASIS_NATS_PASSWORD a user of the servers at ${names}`
    throw new ConfigError('BASIS_NATS_USER', expected, user ?? '')
  } finally {
    clearTimeout(first)
    clearInterval(further)
  }
}

async function openStream(manager: JetStreamManager, settings: NatsSettings): Promise<void> {
  const { world, replicas, maxBytes } = settings
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
  const found = await retryWhileUnavailable(async () => {
    try {
      return await manager.streams.info(wanted.name)
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== noSuchStream) throw error
      return manager.streams.add({ ...wanted, subjects: [...wanted.subjects] })
    }
  })
  assertSame(found, wanted)
  if (maxBytes !== undefined && found.config.max_bytes !== (maxBytes || unbounded)) {
    const limit = { max_bytes: maxBytes || unbounded }
    await retryWhileUnavailable(() => manager.streams.update(wanted.name, limit))
  }
  await retryWhileUnavailable(() => manager.streams.add(snapshotStream(world, replicas)))
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
  const subscribe = subscribing(connection, subject)
  const following: { behind?: (streamSeq: number) => void; stop?: () => void } = {}
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
    firstTerm: () => retryWhileUnavailable(() => firstTermOf(manager, world)),
    firstStreamSeq: () =>
      retryWhileUnavailable(async () => (await stateOf(manager, world)).first_seq),
    seqFrom: (timeMs) => seqFrom(manager, world, timeMs),
    purgeThrough: async (streamSeq) => {
      await manager.streams.purge(streamName(world), { seq: streamSeq + 1 })
    },
    lastMessage: async () => {
      const asked = { last_by_subj: subject('journal') }
      const found = await manager.streams.getMessage(streamName(world), asked)
      return found === null ? undefined : decodeMessage(found.seq, found.data)
    },
    purgeAll: async () => {
      await manager.streams.purge(streamName(world))
      return lastOf(manager, world)
    },
    snapshots: new SnapshotBucket(manager, client, world),
    follow: async (listener) => {
      const follower = new StreamFollower(manager, world, listener)
      subscribe('live', (message) => follower.live(message))
      subscribe('beat', (message) => follower.behind(message.json<Beat>().streamSeq))
      following.behind = (streamSeq) => follower.behind(streamSeq)
      await follower.fill()
      following.stop = follower.watch()
    },
    ...wordsOver(connection, subject, subscribe),
    isConnected: () => !connection.isClosed(),
    close: async () => {
      following.stop?.()
      await connection.close()
    },
  }
}

type Subscribe = (name: string, act: (message: Msg) => void) => void

/** Subscribes to a subject's messages. */
const subscribing =
  (connection: NatsConnection, subject: (name: string) => string): Subscribe =>
  (name, act) => {
    connection.subscribe(subject(name), {
      callback: (error, message) => {
        if (error === null) act(message)
      },
    })
  }

/** Messages between processes outside the stream. */
function wordsOver(
  connection: NatsConnection,
  subject: (name: string) => string,
  subscribe: Subscribe,
): Words {
  const send = (name: string, word: unknown): void => {
    if (!connection.isClosed()) connection.publish(subject(name), JSON.stringify(word))
  }
  return {
    sendBeat: (beat) => send('beat', beat),
    sendRefusal: (refusal) => send(`refused.${refusal.gateway}`, refusal),
    sendPacket: (packet) => send('submit', packet),
    sendHash: (word) => send('hash', word),
    onHash: (act) => subscribe('hash', (message) => act(message.json<StateWord>())),
    sendRole: (word) => send(`role.${word.process}`, word),
    onRole: (act) => subscribe('role.*', (message) => act(message.json<RoleWord>())),
    onBeat: (act) => subscribe('beat', (message) => act(message.json<Beat>())),
    onPacket: (act) => subscribe('submit', (message) => act(message.json<Packet>())),
    onRefusal: (gateway, act) =>
      subscribe(`refused.${gateway}`, (message) => act(message.json<Refusal>())),
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
  return (await stateOf(manager, world)).last_seq
}

async function seqFrom(manager: JetStreamManager, world: string, timeMs: number): Promise<number> {
  const { first_seq: first, last_seq: last } = await stateOf(manager, world)
  const asked = { start_time: new Date(timeMs), batch: 1 }
  if (first <= last) {
    const stored = await manager.direct.getBatch(streamName(world), asked)
    for await (const { seq } of stored) return seq
  }
  return last + 1
}

async function firstTermOf(
  manager: JetStreamManager,
  world: string,
): Promise<TermMessage | undefined> {
  const { first_seq: first, last_seq: last } = await stateOf(manager, world)
  if (last === 0 || first > 1) return undefined
  const stored = await manager.direct.getBatch(streamName(world), { seq: 1, batch: 1 })
  for await (const { seq, data } of stored) {
    const message = decodeMessage(seq, data)
    if (message.kind === 'term') return message
  }
  return undefined
}
