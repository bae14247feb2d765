// The exchange in a process of the cluster: an engine, which leads or follows, or a gateway, which
// follows and sends commands to the leader.

import { randomUUID } from 'node:crypto'
import { problem } from '@basis/domain/instrument/problems'
import type { Command } from '@basis/engine/commands'
import type { ApplyResult } from '@basis/engine/engine'
import { asError } from '../failures/thrown.ts'
import type { Role } from '../config/config.ts'
import { formatCommandLine } from '../exchange/command-lines.ts'
import {
  ExchangeBusy,
  ExchangeStopped,
  type Exchange,
  type ExchangeStatus,
  type SubmitOptions,
} from '../exchange/exchange.ts'
import { systemClock, type HashingFollower } from '../exchange/ports.ts'
import { RateLimited, takeRequestQuota } from '../exchange/quotas.ts'
import type { AnswerWaiter, ExchangeListener } from '../exchange/replica.ts'
import { isCancel } from '../exchange/sequencer.ts'
import type { TermMessage } from './envelope.ts'
import { FollowedJournal, positionOf, type FollowedParts } from './followed-journal.ts'
import { Member, tickEveryMs } from './member.ts'
import type { ClusterLink } from './nats-link.ts'
import type { Beat } from './packet.ts'
import { RoleWatch, roleEveryMs, type RoleWord } from './role-watch.ts'
import { SnapshotSharing, type SharingParts } from './snapshot-sharing.ts'
import type { StreamListener } from './stream-follower.ts'
import { StreamReader, type StreamPosition } from './stream-reader.ts'
import { Submitting, type SubmittedCommand, type WhyRefused } from './submitting.ts'
import { hashesToPublish, watchStates } from './watch-states.ts'

export type ClusterParts = Omit<FollowedParts, 'onIdle' | 'onSnapshot'> & {
  readonly link: ClusterLink
  readonly build: string
  /** This process's name in its cluster. */
  readonly id: string
  readonly role: Role
  /** Called with every command applied from the stream's first command on. */
  readonly listener?: ExchangeListener
  /** The name under which a follower publishes its state hashes and compares them with others. */
  readonly watchedAs?: string
  /** The stream contradicts itself or this folder (exit 65). */
  readonly onDamage: (error: unknown) => void
}

export type EngineParts = ClusterParts & {
  readonly follower: HashingFollower
  /** The facts that this process would set for a new exchange. */
  readonly facts: () => Readonly<Record<string, string>>
  /** Younger messages stay in the stream, ms. */
  readonly streamKeepMs: number
  readonly onLeading: (isLeading: boolean) => void
}

export type ClusterExchange = {
  readonly exchange: Exchange
  /** Figures of this process, for operators. */
  readonly figures: () => Readonly<Record<string, number>>
}

export type ClusterEngine = ClusterExchange & {
  /** All live processes; undefined while they are not known yet. */
  readonly living: () => readonly RoleWord[] | undefined
}

const defaultPatienceMs = 5_000
const tendEveryMs = 2_000
const undecidedMax = 2_000
/** Up to this many undecided commands cancels are still accepted (reliability G6). */
const undecidedMaxForCancels = 2_400
const retryAfterMs = 1_000
/** Without a heartbeat for this long there is no leader. */
const leaderLostMs = 1_000

/** Follows the stream and stands for election without a leader. Resolves when all of it is read. */
export async function startEngine(parts: EngineParts): Promise<ClusterEngine> {
  const { link, id: name, build, facts, onDamage, onLeading } = parts
  const roles = joinRoles(parts)
  const { followed, sharing } = openShared(parts, {
    isLeading: () => member.isLeading,
    isAloneFor: (ms) => roles.watch.isAloneFor(ms, performance.now()),
  })
  const { replica } = followed
  let isCaughtUp = false
  let isStopping = false
  // Facts set by another leader take precedence over those of this process.
  const decided = new Map<string, string>()
  const from = positionOf(parts.journal, parts.chain)
  const factsNow = (): Readonly<Record<string, string>> => ({
    ...facts(),
    ...Object.fromEntries(decided),
  })
  const member: Member = new Member({ name, build, facts: factsNow }, from, {
    clock: systemClock,
    elapsedMs: () => performance.now(),
    random: Math.random,
    append: link.append,
    lastStreamSeq: link.lastStreamSeq,
    beat: link.sendBeat,
    refuse: link.sendRefusal,
    apply: (batch, waiting) => followed.take(batch, waiting, () => member.reader.position()),
    isReady: () => isCaughtUp && replica.pending === 0 && member.reader.seq >= followed.knownSeq,
    rulesVersion: () => replica.views.rulesVersion(),
    lastTimeMs: () => replica.lastTimeMs,
    soon: setImmediate,
    onLeading,
    onTerm: (marker) => {
      for (const [fact, value] of Object.entries(marker.facts)) decided.set(fact, value)
      keepFacts(parts, marker)
    },
    onDamage,
  })
  watchStates(parts, replica, { name, says: () => hashesToPublish(isCaughtUp, member.isLeading) })
  link.onBeat((beat) => member.heard(beat))
  link.onPacket((packet) => member.packet(packet))
  const received: Member['received'] = (streamSeq, message) => member.received(streamSeq, message)
  const listener = listenerOf(member.reader, { received, followed }, onDamage)
  await link.follow({ ...listener, onFilled: (share) => member.fill(share) })
  isCaughtUp = true
  const ticking = setInterval(() => member.tick(), tickEveryMs)
  // Randomised, so that two engines seldom share the same snapshot at once.
  const tending = setInterval(() => void sharing.tend(), tendEveryMs * (1 + Math.random() / 2))
  const exchange = exchangeOf(followed, {
    status: () => ({
      mode: isStopping ? 'stopping' : member.isLeading ? 'running' : 'noLeader',
      queued: member.queued,
    }),
    submit: (command, latestMs, waiter) => member.submit({ command, latestMs, ...waiter }),
    stop: async () => {
      isStopping = true
      member.go()
      while (member.isLeading) await new Promise((resolve) => setTimeout(resolve, 10))
      roles.stop()
      for (const repeated of [ticking, tending]) clearInterval(repeated)
      await link.close()
      followed.savePosition(member.reader.position())
      await followed.stop()
    },
  })
  const figures = (): Record<string, number> => ({
    ...figuresOf(member.reader),
    basis_is_leader: member.isLeading ? 1 : 0,
    ...sharing.figures(),
    basis_stream_bytes_share: member.filledShare,
  })
  return { exchange, figures, living: () => roles.watch.living(performance.now()) }
}

/** The engine's own copy of the journal, and the sharing of its snapshots. */
function openShared(
  parts: EngineParts,
  state: Pick<SharingParts, 'isLeading' | 'isAloneFor'>,
): { readonly followed: FollowedJournal; readonly sharing: SnapshotSharing } {
  const sharing = new SnapshotSharing({
    ...parts,
    name: parts.id,
    ...state,
    nowMs: systemClock.nowMs,
  })
  const onSnapshot = (position: StreamPosition): void => void sharing.took(position)
  return { followed: new FollowedJournal({ ...parts, onSnapshot }), sharing }
}

/** Follows the stream and submits to the leader. Resolves when everything stored has been read. */
export async function startFollower(parts: ClusterParts): Promise<ClusterExchange> {
  const { link, listener, watchedAs, onDamage } = parts
  const followed = new FollowedJournal(parts)
  const { replica } = followed
  if (listener !== undefined) replica.subscribe(listener)
  let isCaughtUp = false
  if (watchedAs !== undefined) {
    watchStates(parts, replica, { name: watchedAs, says: () => hashesToPublish(isCaughtUp, false) })
  }
  const reader = new StreamReader(positionOf(parts.journal, parts.chain))
  const gateway = `g${randomUUID().replaceAll('-', '').slice(0, 12)}`
  let heardMs = -Infinity
  let isStopping = false
  const refuse = (waiter: AnswerWaiter, why: WhyRefused): void => {
    const error = errorOf(why)
    if (error === undefined) waiter.resolve(refused(replica.lastSeq, replica.lastTimeMs))
    else waiter.reject(error)
  }
  const submitting = new Submitting<AnswerWaiter>(gateway, { send: link.sendPacket, refuse })
  link.onRefusal(gateway, (refusal) => submitting.refused(refusal))
  link.onBeat((beat: Beat) => {
    if (beat.term >= reader.term && beat.leader !== '') heardMs = performance.now()
    submitting.heard(beat, performance.now())
  })
  const received = (streamSeq: number, message: Parameters<StreamReader['read']>[1]): void => {
    const verdict = reader.read(streamSeq, message)
    if (message.kind === 'term' && verdict.kind === 'term') keepFacts(parts, message)
    if (verdict.kind !== 'batch') return
    const { from } = verdict.batch
    const waiting = from.flatMap((run) =>
      run[0] === gateway ? submitting.applied(run) : Array<undefined>(run[2]).fill(undefined),
    )
    followed.take(verdict.batch, waiting, () => reader.position())
  }
  await link.follow(listenerOf(reader, { received, followed }, onDamage))
  isCaughtUp = true
  const roles = joinRoles(parts)
  const hasLeader = (): boolean => performance.now() - heardMs < leaderLostMs
  const exchange = exchangeOf(followed, {
    status: () => ({
      mode: isStopping ? 'stopping' : hasLeader() ? 'running' : 'noLeader',
      queued: submitting.undecided,
    }),
    submit: (command, latestMs, waiter) => {
      const most = isCancel(command) ? undecidedMaxForCancels : undecidedMax
      const isFull = submitting.undecided >= most
      if (isStopping) waiter.reject(new ExchangeStopped('this gateway stops'))
      else if (isFull || !hasLeader()) waiter.reject(new ExchangeBusy(retryAfterMs))
      else submitting.submit({ ...counted(command), latestMs }, waiter)
    },
    stop: async () => {
      isStopping = true
      roles.stop()
      const endMs = performance.now() + defaultPatienceMs
      while (submitting.undecided > 0 && performance.now() < endMs) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      await link.close()
      followed.savePosition(reader.position())
      await followed.stop()
    },
  })
  const figures = (): Record<string, number> => ({
    ...figuresOf(reader),
    basis_undecided: submitting.undecided,
    basis_resent_total: submitting.resent,
  })
  return { exchange, figures }
}

type Roles = { readonly watch: RoleWatch; readonly stop: () => void }

/** Announces this process once a second; an engine also receives the others' announcements. */
function joinRoles({ link, id, role, build, engines }: ClusterParts): Roles {
  const word = { process: randomUUID(), id, role, build, rules: engines.knows }
  const watch = new RoleWatch(word.process, performance.now())
  if (role === 'engine') link.onRole((other) => watch.heard(other, performance.now()))
  link.sendRole(word)
  const sending = setInterval(() => link.sendRole(word), roleEveryMs)
  return { watch, stop: () => clearInterval(sending) }
}

type Doing = {
  readonly status: () => Pick<ExchangeStatus, 'mode' | 'queued'>
  readonly submit: (command: Command, latestMs: number, waiter: AnswerWaiter) => void
  readonly stop: () => Promise<void>
}

function exchangeOf({ replica }: FollowedJournal, doing: Doing): Exchange {
  let stopping: Promise<void> | undefined
  return {
    submit: (command: Command, options?: SubmitOptions) =>
      new Promise((resolve, reject) => {
        const latestMs = options?.latestMs ?? systemClock.nowMs() + defaultPatienceMs
        doing.submit(command, latestMs, { resolve, reject })
      }),
    preview: (command, first) => replica.preview(command, first),
    views: replica.views,
    lastSeq: () => replica.lastSeq,
    lastTimeMs: () => replica.lastTimeMs,
    subscribe: (listener) => replica.subscribe(listener),
    status: () => ({
      ...doing.status(),
      lastSeq: replica.lastSeq,
      lastTimeMs: replica.lastTimeMs,
      inFlight: replica.pending,
      snapshotSeq: replica.snapshotSeq,
      snapshotFault: replica.snapshotFault,
      lastCommitMs: 0,
    }),
    stateHash: () => replica.stateHash(),
    stop: () => {
      stopping ??= doing.stop()
      return stopping
    },
  }
}

function listenerOf(
  reader: StreamReader,
  {
    received,
    followed,
  }: { readonly received: Member['received']; readonly followed: FollowedJournal },
  onDamage: (error: unknown) => void,
): StreamListener {
  return {
    streamSeq: () => reader.streamSeq,
    onMessage: (streamSeq, message) => {
      try {
        received(streamSeq, message)
      } catch (error) {
        onDamage(error)
      }
    },
    onDamage,
    hasReadOwn: () => reader.seq >= followed.knownSeq,
  }
}

/** Each process's journal also stores the facts, from the first term marker on. */
function keepFacts({ journal, onFailure }: ClusterParts, { facts }: TermMessage): void {
  for (const [name, value] of Object.entries(facts)) {
    if (journal.fact(name) === value) continue
    journal.setFact(name, value).catch((error: unknown) => {
      onFailure(asError(error))
    })
  }
}

const figuresOf = ({ term, streamSeq, voids }: StreamReader): Record<string, number> => ({
  basis_term: term,
  basis_stream_seq: streamSeq,
  basis_void_batches_total: voids,
})

/** Returns a command as its line, with its request's quota. */
const counted = (command: Command): Pick<SubmittedCommand, 'line' | 'quota'> => ({
  line: formatCommandLine(0, command),
  quota: takeRequestQuota(),
})

/** Returns the error for a refusal by the leader; undefined if it is an ordinary answer. */
function errorOf({ problem: why, retryAfterMs: waitMs }: WhyRefused): Error | undefined {
  if (why === 'serverBusy') return new ExchangeBusy(retryAfterMs)
  return why === 'rateLimited' ? new RateLimited(waitMs ?? retryAfterMs) : undefined
}

const refused = (seq: number, timeMs: number): ApplyResult => ({
  seq,
  timeMs,
  events: [],
  problem: problem('commandTooLate'),
})
