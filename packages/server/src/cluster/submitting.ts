// A gateway's side of submitting: what was sent is kept until it is certain what became of it.

import type { GatewayRun } from './envelope.ts'
import type { Quota } from '../exchange/quotas.ts'
import type { Beat, Packet, Refusal } from './packet.ts'

/** Why a command did not enter the journal. */
export type WhyRefused = Pick<Refusal, 'problem' | 'retryAfterMs'>

/** A command as its line, until when it may be numbered, and what it counts against. */
export type SubmittedCommand = {
  readonly line: string
  readonly latestMs: number
  readonly quota?: Quota | undefined
}

export type SubmittingPorts<Waiter> = {
  readonly send: (packet: Packet) => void
  /** A command is in no batch and never will be. */
  readonly refuse: (waiter: Waiter, why: WhyRefused) => void
}

type Undecided<Waiter> = Omit<SubmittedCommand, 'line'> & {
  readonly n: number
  line: string
  /** Undefined once it was refused: its number must be counted still. */
  waiter: Waiter | undefined
}

/** A leader that has not got a number for so long, by its own beats, has lost the packet. */
const resendAfterMs = 150
/** What a leader has got and decides in milliseconds is asked for again when nothing is heard. */
const askAgainAfterMs = 1_000
/** A packet holds so many commands at most. */
const packetMax = 256

export class Submitting<Waiter> {
  readonly #gateway: string
  readonly #ports: SubmittingPorts<Waiter>
  /** In the order of their numbers, without holes. */
  #undecided: Undecided<Waiter>[] = []
  #lastN = 0
  /** The newest term whose leader was heard; 0 for none. */
  #term = 0
  /** Since when the leader's beats say that a number that was sent is not there. */
  #missingSinceMs: number | undefined
  /** Since when nothing was heard of numbers that the leader has got. */
  #silentSinceMs: number | undefined
  #resent = 0

  constructor(gateway: string, ports: SubmittingPorts<Waiter>) {
    this.#gateway = gateway
    this.#ports = ports
  }

  /** Commands of which it is not known yet what became of them. */
  get undecided(): number {
    return this.#undecided.reduce((sum, { waiter }) => sum + (waiter === undefined ? 0 : 1), 0)
  }

  /** Commands that were sent again, in all. */
  get resent(): number {
    return this.#resent
  }

  /** Numbers a command, keeps it and sends it to the leader, or to the next one that is heard. */
  submit(command: SubmittedCommand, waiter: Waiter): void {
    this.#lastN += 1
    const undecided = { n: this.#lastN, ...command, waiter }
    this.#undecided.push(undecided)
    if (this.#term > 0) this.#sendAll([undecided])
  }

  /**
   * A valid batch holds these numbers of this gateway. Returns who waits for them, in their order.
   * Numbers enter in order, so that lower ones that are undecided entered nowhere: they came too
   * late.
   */
  applied([, first, count]: GatewayRun): readonly (Waiter | undefined)[] {
    for (let next = this.#undecided[0]; next !== undefined && next.n < first;) {
      this.#undecided.shift()
      this.#refuse(next, { problem: 'commandTooLate' })
      next = this.#undecided[0]
    }
    this.#silentSinceMs = undefined
    return Array.from({ length: count }, (_, k) => {
      if (this.#undecided[0]?.n !== first + k) return undefined
      return this.#undecided.shift()?.waiter
    })
  }

  /**
   * The leader has refused a number before it entered the journal. The word of a leader that is
   * not the newest one heard counts for nothing: the number may have been sent to its successor.
   */
  refused(refusal: Refusal): void {
    if (refusal.term !== this.#term) return
    const undecided = this.#undecided.find(({ n }) => n === refusal.n)
    if (undecided !== undefined) this.#refuse(undecided, refusal)
  }

  /**
   * The leader lives. A newer term has what was in the stream when it began, and nothing of an
   * older one can appear any more: what it has not got is sent again with the same numbers. In the
   * same term a number that stays missing was lost on its way.
   */
  heard(beat: Beat, nowMs: number): void {
    if (beat.term < this.#term) return
    const got = beat.got[this.#gateway] ?? 0
    const isNew = beat.term > this.#term
    this.#term = beat.term
    this.#askAgain(got, nowMs)
    const missing = this.#undecided.filter(({ n }) => n > got)
    if (missing.length === 0) {
      this.#missingSinceMs = undefined
      return
    }
    this.#missingSinceMs ??= nowMs
    if (!isNew && nowMs - this.#missingSinceMs < resendAfterMs) return
    this.#missingSinceMs = nowMs
    this.#resent += missing.length
    this.#sendAll(missing)
  }

  /** The word that a number was refused may be lost: whoever gets the number again repeats it. */
  #askAgain(got: number, nowMs: number): void {
    const taken = this.#undecided.filter(({ n }) => n <= got)
    if (taken.every(({ waiter }) => waiter === undefined)) {
      this.#silentSinceMs = undefined
      return
    }
    this.#silentSinceMs ??= nowMs
    if (nowMs - this.#silentSinceMs < askAgainAfterMs) return
    this.#silentSinceMs = nowMs
    this.#resent += taken.length
    this.#sendAll(taken)
  }

  /** Its number stays, so that the next leader finds no hole. */
  #refuse(undecided: Undecided<Waiter>, why: WhyRefused): void {
    const { waiter } = undecided
    undecided.waiter = undefined
    undecided.line = ''
    if (waiter !== undefined) this.#ports.refuse(waiter, why)
  }

  #sendAll(commands: readonly Undecided<Waiter>[]): void {
    for (let from = 0; from < commands.length; from += packetMax) {
      const some = commands.slice(from, from + packetMax)
      this.#ports.send({
        gateway: this.#gateway,
        term: this.#term,
        first: some[0]?.n ?? 0,
        lines: some.map(({ line }) => line),
        latestMs: some.map(({ latestMs }) => latestMs),
        ...quotasOf(some),
      })
    }
  }
}

function quotasOf(commands: readonly Pick<SubmittedCommand, 'quota'>[]): Pick<Packet, 'quotas'> {
  const quotas: Record<number, Quota> = {}
  for (const [k, { quota }] of commands.entries()) if (quota !== undefined) quotas[k] = quota
  return Object.keys(quotas).length === 0 ? {} : { quotas }
}
