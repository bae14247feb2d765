// An engine of the cluster as a state machine over messages and a clock: it follows the stream,
// stands when nobody leads, and while it leads numbers the commands of all gateways.

import type { Command } from '@basis/engine/commands'
import { chainOf, packLines } from '../exchange/batch-bytes.ts'
import { parseCommandLine } from '../exchange/command-lines.ts'
import { ExchangeBusy, ExchangeStopped } from '../exchange/exchange.ts'
import type { AnswerWaiter } from '../exchange/replica.ts'
import { Sequencer, type OrderedBatch, type WaitingCommand } from '../exchange/sequencer.ts'
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

/** What became of an append; `unknown` may be in the stream or not. */
export type AppendOutcome =
  | { readonly kind: 'done'; readonly streamSeq: number }
  | { readonly kind: 'superseded' }
  | { readonly kind: 'unknown' }

export type MemberPorts = {
  /** Stamps commands; it may jump. */
  readonly clock: Clock
  /** Measures silence, ms from any beginning; it never jumps. */
  readonly elapsedMs: () => number
  /** From 0 to below 1; spreads the moments at which members stand. */
  readonly random: () => number
  /** Appends when the last message of the stream is the one named, and says what became of it. */
  readonly append: (
    message: StreamMessage,
    afterStreamSeq: number,
    done: (outcome: AppendOutcome) => void,
  ) => void
  /** The stream's last message; undefined where nobody answers. */
  readonly lastStreamSeq: (done: (streamSeq: number | undefined) => void) => void
  readonly beat: (beat: Beat) => void
  readonly refuse: (refusal: Refusal) => void
  /** Applies a valid batch; `waiting` has a place for each of its commands, or is empty. */
  readonly apply: (batch: BatchMessage, waiting: readonly (AnswerWaiter | undefined)[]) => void
  /** May this member lead: has it applied all that it read, and has its disk room? */
  readonly isReady: () => boolean
  /** The version of the rules after all that was applied. */
  readonly rulesVersion: () => number
  /** The time of the last command that was read, ms. */
  readonly lastTimeMs: () => number
  /** Runs an act after the present turn, so that what is asked in one turn goes in one batch. */
  readonly soon: (act: () => void) => void
  readonly onLeading: (isLeading: boolean) => void
  /** A term has begun, and its marker says what was decided once. */
  readonly onTerm: (marker: TermMessage) => void
  /** The stream contradicts itself or what is known here: the process must end (exit 65). */
  readonly onDamage: (error: unknown) => void
}

export type MemberIdentity = {
  readonly name: string
  readonly build: string
  readonly facts: () => Readonly<Record<string, string>>
}

/** How often `tick` is to be called. */
export const tickEveryMs = 50
const beatEveryMs = 100
const silenceMs = 500
const silenceSpreadMs = 200
const silenceSpreadMaxMs = 2_000
/** A clock so far behind the last command's time is wrong: others stand before it does. */
const slowClockMs = 2_000
const slowClockWaitMs = 3_000
const queueMax = 10_000
/** Of what the stream may hold; beyond it orders are refused as busy. */
const cancelsOnlyShare = 0.85
const busyRetryMs = 1_000
/** Cancels are let in when nothing else is any more (reliability G6). */
const queueMaxForCancels = 12_000

type InFlight = { readonly message: BatchMessage; readonly batch: OrderedBatch }
type Leading = {
  readonly sequencer: Sequencer
  readonly intake: Intake
  /** Full at the beginning of each term. */
  readonly quotas: Quotas
}

/** Where a gateway's command comes from; the sequencer carries it along. */
type FromGateway = WaitingCommand & { readonly taken: TakenCommand }

export class Member {
  readonly reader: StreamReader
  readonly #identity: MemberIdentity
  readonly #ports: MemberPorts
  #leading: Leading | undefined
  /** The claim that is on its way to the stream. */
  #claim: TermMessage | undefined
  /** It asks for the stream's end, or its claim is on its way. */
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

  /** Commands that have no number yet, and commands on their way into the stream. */
  get queued(): number {
    return (this.#leading?.sequencer.queued ?? 0) + (this.#inFlight?.batch.commands.length ?? 0)
  }

  /** Looks at the clock: a leader tells that it lives, a follower whether anybody does. */
  tick(): void {
    const elapsedMs = this.#ports.elapsedMs()
    if (this.#leading !== undefined) {
      if (elapsedMs - this.#beatMs >= beatEveryMs) this.#tell(this.#identity.name)
      return
    }
    const isSlow = this.#ports.clock.nowMs() + slowClockMs < this.#ports.lastTimeMs()
    const limitMs = this.#limitMs + (isSlow ? slowClockWaitMs : 0)
    const isSilent = elapsedMs - this.#heardMs > limitMs
    if (isSilent && !this.#isStanding && !this.#isGoing && this.#ports.isReady()) {
      this.#stand()
    }
  }

  /** The next message of the stream; those that were read already are passed over. */
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
    // A leader that goes by its own will need not be waited for.
    this.#heardMs = beat.leader === '' ? -Infinity : this.#ports.elapsedMs()
  }

  /** A gateway's commands, when they are for this leader. */
  packet(packet: Packet): void {
    if (this.#leading === undefined || packet.term !== this.reader.term) return
    const { commands, again } = this.#leading.intake.take(packet)
    for (const refusal of again) this.#ports.refuse(refusal)
    for (const taken of commands) this.#enqueue(taken)
    this.#planFlush()
  }

  /** A command of the leader's own process. */
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

  /** How full the stream is, of what it may hold; before it is full only cancels are taken. */
  fill(share: number): void {
    this.#filledShare = share
  }

  get filledShare(): number {
    return this.#filledShare
  }

  /** Leads no more and says so, when what is in flight has arrived. */
  go(): void {
    this.#isGoing = true
    if (this.#inFlight === undefined) this.#leave()
  }

  #leave(): void {
    if (this.#leading === undefined) return
    this.#tell('')
    this.#stepDown('this engine stops')
  }

  #stand(): void {
    this.#heardMs = this.#ports.elapsedMs()
    this.#limitMs = this.#newLimit()
    this.#spreadMs = Math.min(this.#spreadMs * 2, silenceSpreadMaxMs)
    this.#isStanding = true
    this.#ports.lastStreamSeq((last) => {
      // Who is behind reads on and stands later; an answer may also be old, then the claim fails.
      if (last === undefined || last > this.reader.streamSeq || !this.#ports.isReady()) {
        this.#isStanding = false
        return
      }
      // Made now: what was read while the answer was on its way belongs to what it begins after.
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

  /** A term has begun: this member's own when its claim is still on its way. */
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
    this.#tell(this.#identity.name)
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

  /** What was in flight when a term began is in no valid batch, and never will be. */
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
    // By a clock that never jumps: how much may come is no matter of the journal.
    const retryAfterMs = quota && leading.quotas.take(quota, this.#ports.elapsedMs())
    if (retryAfterMs !== undefined && retryAfterMs > 0) {
      refuse({ problem: 'rateLimited', retryAfterMs })
      return
    }
    const waiting: FromGateway = {
      command,
      latestMs,
      taken,
      // The answer is the stream; only what never gets there is told.
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

  /** One batch is on its way at a time: several are no fence against a deposed leader. */
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

  #tell(leader: string): void {
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

const isCancel = ({ kind }: Command): boolean =>
  kind === 'CancelOrder' || kind === 'CancelAllOrders'

const isFromGateway = (waiting: WaitingCommand): waiting is FromGateway => 'taken' in waiting

/** Joins neighbours: commands that follow one another in a gateway's numbers are one run. */
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
