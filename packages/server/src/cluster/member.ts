// An engine of the cluster as a state machine over messages and a clock: it follows the stream,
// stands for election when there is no leader, and as leader numbers all gateways' commands.

import { chainOf, packLines } from '../exchange/batch-bytes.ts'
import { parseCommandLine } from '../exchange/command-lines.ts'
import { ExchangeBusy, ExchangeStopped } from '../exchange/exchange.ts'
import type { AnswerWaiter } from '../exchange/replica.ts'
import { isCancel, queueMax, queueMaxForCancels, Sequencer } from '../exchange/sequencer.ts'
import type { OrderedBatch, WaitingCommand } from '../exchange/sequencer.ts'
import type { Clock } from '../exchange/ports.ts'
import { Quotas } from '../exchange/quotas.ts'
import {
  leaderItself,
  type BatchMessage,
  type GatewayRun,
  type StreamMessage,
  type TermMessage,
} from './envelope.ts'
import { Intake, type TakenCommand } from './intake.ts'
import type { Beat, Packet, Refusal } from './packet.ts'
import { StreamReader, type StreamPosition } from './stream-reader.ts'

/** The outcome of an append; after `unknown` it may or may not be in the stream. */
export type AppendOutcome =
  | { readonly kind: 'done'; readonly streamSeq: number }
  | { readonly kind: 'superseded' }
  | { readonly kind: 'unknown' }

export type MemberPorts = {
  /** Timestamps commands; may jump. */
  readonly clock: Clock
  /** Monotonic clock that measures silence, ms from any origin. */
  readonly elapsedMs: () => number
  /** In [0, 1); randomises the times at which members stand for election. */
  readonly random: () => number
  /** Appends if the stream's last message is the given one, and reports the outcome. */
  readonly append: (
    message: StreamMessage,
    afterStreamSeq: number,
    done: (outcome: AppendOutcome) => void,
  ) => void
  /** The stream's last message; undefined if there is no answer. */
  readonly lastStreamSeq: (done: (streamSeq: number | undefined) => void) => void
  readonly beat: (beat: Beat) => void
  readonly refuse: (refusal: Refusal) => void
  /** Applies a valid batch; `waiting` has one entry per command, or is empty. */
  readonly apply: (batch: BatchMessage, waiting: readonly (AnswerWaiter | undefined)[]) => void
  /** Whether this member may lead: it has applied all that it read, and its disk has space. */
  readonly isReady: () => boolean
  /** The version of the rules after all applied commands. */
  readonly rulesVersion: () => number
  /** The time of the last command read, ms. */
  readonly lastTimeMs: () => number
  /** Runs a function after the current turn, so that one turn's commands form one batch. */
  readonly soon: (act: () => void) => void
  readonly onLeading: (isLeading: boolean) => void
  /** A term has begun; its marker holds the exchange's fixed facts. */
  readonly onTerm: (marker: TermMessage) => void
  /** The stream contradicts itself or local data: the process must end (exit 65). */
  readonly onDamage: (error: unknown) => void
}

export type MemberIdentity = {
  readonly name: string
  readonly build: string
  readonly facts: () => Readonly<Record<string, string>>
}

/** The interval at which to call `tick`. */
export const tickEveryMs = 50
const beatEveryMs = 100
const silenceMs = 500
const silenceSpreadMs = 200
const silenceSpreadMaxMs = 2_000
/** A clock that is this far behind the last command is wrong: others stand first. */
const slowClockMs = 2_000
const slowClockWaitMs = 3_000
/** Share of the stream's size limit; above it orders are refused as busy. */
const cancelsOnlyShare = 0.85
const busyRetryMs = 1_000

type InFlight = { readonly message: BatchMessage; readonly batch: OrderedBatch }
type Leading = {
  readonly sequencer: Sequencer
  readonly intake: Intake
  /** Reset to full at the beginning of each term. */
  readonly quotas: Quotas
}

/** Carries a gateway command's origin through the sequencer. */
type FromGateway = WaitingCommand & { readonly taken: TakenCommand }

export class Member {
  readonly reader: StreamReader
  readonly #identity: MemberIdentity
  readonly #ports: MemberPorts
  #leading: Leading | undefined
  /** The claim being appended to the stream. */
  #claim: TermMessage | undefined
  /** The stream's end is being requested, or the claim is being appended. */
  #isStanding = false
  #inFlight: InFlight | undefined
  #isFlushPlanned = false
  #isGoing = false
  #filledShare = 0
  #heardMs: number
  #beatMs = 0
  #spreadMs = silenceSpreadMs
  #limitMs: number

  constructor(identity: MemberIdentity, from: StreamPosition, ports: MemberPorts) {
    this.#identity = identity
    this.#ports = ports
    this.reader = new StreamReader(from)
    this.#heardMs = ports.elapsedMs()
    this.#limitMs = this.#newLimit()
  }

  get isLeading(): boolean {
    return this.#leading !== undefined
  }

  /** Commands without a number, and commands being appended to the stream. */
  get queued(): number {
    return (this.#leading?.sequencer.queued ?? 0) + (this.#inFlight?.batch.commands.length ?? 0)
  }

  /** Called periodically: a leader sends its heartbeat, a follower checks for a missing one. */
  tick(): void {
    const elapsedMs = this.#ports.elapsedMs()
    if (this.#leading !== undefined) {
      if (elapsedMs - this.#beatMs >= beatEveryMs) this.#sendBeat(this.#identity.name)
      return
    }
    const isSlow = this.#ports.clock.nowMs() + slowClockMs < this.#ports.lastTimeMs()
    const limitMs = this.#limitMs + (isSlow ? slowClockWaitMs : 0)
    const isSilent = elapsedMs - this.#heardMs > limitMs
    if (isSilent && !this.#isStanding && !this.#isGoing && this.#ports.isReady()) {
      this.#stand()
    }
  }

  /** Processes the next message of the stream; messages already read are skipped. */
  received(streamSeq: number, message: StreamMessage): void {
    if (streamSeq <= this.reader.streamSeq) return
    this.#heardMs = this.#ports.elapsedMs()
    try {
      const verdict = this.reader.read(streamSeq, message)
      if (verdict.kind === 'batch') this.#valid(verdict.batch)
      if (message.kind === 'term' && verdict.kind === 'term') {
        this.#ports.onTerm(message)
        this.#begun(verdict.leader)
      }
    } catch (error) {
      this.#ports.onDamage(error)
    }
  }

  heard(beat: Beat): void {
    if (beat.term < this.reader.term || beat.leader === this.#identity.name) return
    if (beat.term > this.reader.term) this.#stepDown('another engine leads')
    // A leader that resigns need not be waited for.
    this.#heardMs = beat.leader === '' ? -Infinity : this.#ports.elapsedMs()
  }

  /** Processes a gateway's commands if they are for this leader. */
  packet(packet: Packet): void {
    if (this.#leading === undefined || packet.term !== this.reader.term) return
    const { commands, again } = this.#leading.intake.take(packet)
    for (const refusal of again) this.#ports.refuse(refusal)
    for (const taken of commands) this.#enqueue(taken)
    this.#planFlush()
  }

  /** Submits a command of the leader's own process. */
  submit(waiting: WaitingCommand): void {
    if (this.#leading === undefined || this.#isGoing) {
      waiting.reject(new ExchangeStopped('this engine does not lead'))
      return
    }
    if (this.#isNearlyFull() && !isCancel(waiting.command)) {
      waiting.reject(new ExchangeBusy(busyRetryMs))
      return
    }
    this.#leading.sequencer.add(waiting)
    this.#planFlush()
  }

  /** Sets the used share of the stream's size limit; near the limit only cancels are accepted. */
  fill(share: number): void {
    this.#filledShare = share
  }

  get filledShare(): number {
    return this.#filledShare
  }

  /** Resigns and announces it, once what is in flight has arrived. */
  go(): void {
    this.#isGoing = true
    if (this.#inFlight === undefined) this.#leave()
  }

  #leave(): void {
    if (this.#leading === undefined) return
    this.#sendBeat('')
    this.#stepDown('this engine stops')
  }

  #stand(): void {
    this.#heardMs = this.#ports.elapsedMs()
    this.#limitMs = this.#newLimit()
    this.#spreadMs = Math.min(this.#spreadMs * 2, silenceSpreadMaxMs)
    this.#isStanding = true
    this.#ports.lastStreamSeq((last) => {
      // A member that is behind reads on and stands later; if the answer is stale, the claim fails.
      if (last === undefined || last > this.reader.streamSeq || !this.#ports.isReady()) {
        this.#isStanding = false
        return
      }
      // Built only now, as it must follow what was read while waiting for the answer.
      const claim = this.#claimNow()
      this.#claim = claim
      this.#ports.append(claim, this.reader.streamSeq, (outcome) => {
        if (outcome.kind === 'done') this.received(outcome.streamSeq, claim)
        if (this.#claim === claim) this.#claim = undefined
        this.#isStanding = false
      })
    })
  }

  #claimNow(): TermMessage {
    const { term, seq: afterSeq, chain } = this.reader
    const { name: leader, build, facts } = this.#identity
    const timeMs = Math.max(this.#ports.clock.nowMs(), this.#ports.lastTimeMs())
    const claimed = { term: term + 1, leader, afterSeq, chain, timeMs, build }
    return { kind: 'term', ...claimed, rules: this.#ports.rulesVersion(), facts: facts() }
  }

  /** A term has begun; it is this member's if its claim is pending. */
  #begun(leader: string): void {
    const isMine = this.#claim?.term === this.reader.term && leader === this.#identity.name
    this.#claim = undefined
    this.#stepDown('another term has begun')
    this.#forgetInFlight()
    if (!isMine || this.#isGoing || !this.#ports.isReady()) return
    this.#spreadMs = silenceSpreadMs
    const { seq } = this.reader
    this.#leading = {
      sequencer: new Sequencer(this.#ports.clock, seq, this.#ports.lastTimeMs()),
      intake: new Intake((gateway) => this.reader.got(gateway)),
      quotas: new Quotas(),
    }
    this.#sendBeat(this.#identity.name)
    this.#ports.onLeading(true)
  }

  #valid(batch: BatchMessage): void {
    const sent = this.#inFlight
    const isMine = sent?.message.term === batch.term && sent.message.firstSeq === batch.firstSeq
    if (isMine) this.#inFlight = undefined
    this.#ports.apply(batch, isMine ? sent.batch.commands.map(({ waiting }) => waiting) : [])
    if (this.#isGoing) this.#leave()
    else this.#flush()
  }

  /** What was in flight when the term began will never be in a valid batch. */
  #forgetInFlight(): void {
    const stopped = new ExchangeStopped('another engine leads')
    for (const { waiting } of this.#inFlight?.batch.commands ?? []) waiting.reject(stopped)
    this.#inFlight = undefined
  }

  #stepDown(why: string): void {
    if (this.#leading === undefined) return
    const { sequencer } = this.#leading
    this.#leading = undefined
    this.#limitMs = this.#newLimit()
    sequencer.rejectAll(new ExchangeStopped(why))
    this.#ports.onLeading(false)
  }

  #enqueue(taken: TakenCommand): void {
    const leading = this.#leading
    if (leading === undefined) return
    const { gateway, n, latestMs } = taken
    const { term } = this.reader
    const refuse = (why: Pick<Refusal, 'problem' | 'retryAfterMs'>): void => {
      const refusal: Refusal = { gateway, n, term, ...why }
      leading.intake.refuse(refusal)
      if (this.#leading === leading) this.#ports.refuse(refusal)
    }
    const { command } = parseCommandLine(taken.line, n)
    const room = isCancel(command) ? queueMaxForCancels : this.#isNearlyFull() ? 0 : queueMax
    if (leading.sequencer.queued >= room) {
      refuse({ problem: 'serverBusy' })
      return
    }
    const { quota } = taken
    // By the monotonic clock: rate limits are not part of the journal.
    const retryAfterMs = quota && leading.quotas.take(quota, this.#ports.elapsedMs())
    if (retryAfterMs !== undefined && retryAfterMs > 0) {
      refuse({ problem: 'rateLimited', retryAfterMs })
      return
    }
    const waiting: FromGateway = {
      command,
      latestMs,
      taken,
      // Success is reported by the stream; only refusals are sent.
      resolve: ({ problem }) => {
        if (problem?.name === 'commandTooLate') refuse({ problem: 'commandTooLate' })
      },
      reject: () => undefined,
    }
    leading.sequencer.add(waiting)
  }

  #planFlush(): void {
    if (this.#isFlushPlanned) return
    this.#isFlushPlanned = true
    this.#ports.soon(() => {
      this.#isFlushPlanned = false
      this.#flush()
    })
  }

  /** One batch in flight at a time: several would not fence off a deposed leader. */
  #flush(): void {
    if (this.#leading === undefined || this.#inFlight !== undefined) return
    const batch = this.#leading.sequencer.takeBatch()
    if (batch === undefined) return
    const message = this.#messageOf(batch)
    const sent = { message, batch }
    this.#inFlight = sent
    this.#ports.append(message, this.reader.streamSeq, (outcome) => {
      if (outcome.kind === 'done') this.received(outcome.streamSeq, message)
      else if (this.#inFlight === sent) this.#stepDown(`an append was ${outcome.kind}`)
    })
  }

  #messageOf({ part, commands }: OrderedBatch): BatchMessage {
    const packed = packLines(part.lines)
    const { firstSeq, count } = part
    const chain = chainOf(Buffer.from(this.reader.chain, 'hex'), part, packed).toString('hex')
    const timeMs = commands[0]?.numbered.timeMs ?? 0
    const from = runsOf(commands.map(({ waiting }) => waiting))
    return {
      kind: 'batch',
      term: this.reader.term,
      firstSeq,
      count,
      timeMs,
      from,
      chain,
      ...packed,
    }
  }

  #sendBeat(leader: string): void {
    this.#beatMs = this.#ports.elapsedMs()
    const { term, streamSeq, seq } = this.reader
    this.#ports.beat({ term, leader, streamSeq, seq, got: this.#leading?.intake.taken() ?? {} })
  }

  #isNearlyFull(): boolean {
    return this.#filledShare >= cancelsOnlyShare
  }

  #newLimit(): number {
    return silenceMs + this.#ports.random() * this.#spreadMs
  }
}

const isFromGateway = (waiting: WaitingCommand): waiting is FromGateway => 'taken' in waiting

/** Joins consecutive commands with consecutive numbers of one gateway into runs. */
function runsOf(commands: readonly WaitingCommand[]): readonly GatewayRun[] {
  const runs: [gateway: string, first: number, count: number][] = []
  for (const waiting of commands) {
    const [gateway, n] = isFromGateway(waiting)
      ? [waiting.taken.gateway, waiting.taken.n]
      : [leaderItself, 0]
    const last = runs.at(-1)
    const isNext = last?.[0] === gateway && (gateway === leaderItself || last[1] + last[2] === n)
    if (last !== undefined && isNext) last[2] += 1
    else runs.push([gateway, n, 1])
  }
  return runs
}
