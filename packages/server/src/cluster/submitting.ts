// A gateway's side of command submission: keeps each sent command until its outcome is certain.

import type { GatewayRun } from './envelope.ts'
import type { Quota } from '../exchange/quotas.ts'
import type { Beat, Packet, Refusal } from './packet.ts'

/** Why a command did not enter the journal. */
export type WhyRefused = Pick<Refusal, 'problem' | 'retryAfterMs'>

/** A command as its line, with its latest time and the quota it counts against. */
export type SubmittedCommand = {
  readonly line: string
  readonly latestMs: number
  readonly quota?: Quota | undefined
}

export type SubmittingPorts<Waiter> = {
  readonly send: (packet: Packet) => void
  /** The command is in no batch and never will be. */
  readonly refuse: (waiter: Waiter, why: WhyRefused) => void
}

type Undecided<Waiter> = Omit<SubmittedCommand, 'line'> & {
  readonly n: number
  line: string
  /** Undefined once it was refused: its number must still be sent. */
  waiter: Waiter | undefined
}

/** If heartbeats show a number missing for this long, its packet was lost. */
const resendAfterMs = 150
/** If a received number has no outcome for this long, it is sent again. */
const askAgainAfterMs = 1_000
/** Most commands per packet. */
const packetMax = 256

export class Submitting<Waiter> {
  readonly #gateway: string
  readonly #ports: SubmittingPorts<Waiter>
  /** In the order of their numbers, without gaps. */
  #undecided: Undecided<Waiter>[] = []
  #lastN = 0
  /** The newest term with a heartbeat from its leader; 0 if there was none. */
  #term = 0
  /** Since when the heartbeats show a sent number as missing. */
  #missingSinceMs: number | undefined
  /** Since when there has been no outcome for numbers that the leader has received. */
  #silentSinceMs: number | undefined
  #resent = 0

  constructor(gateway: string, ports: SubmittingPorts<Waiter>) {
    this.#gateway = gateway
    this.#ports = ports
  }

  /** Number of commands whose outcome is unknown. */
  get undecided(): number {
    return this.#undecided.reduce((sum, { waiter }) => sum + (waiter === undefined ? 0 : 1), 0)
  }

  /** Total number of commands sent again. */
  get resent(): number {
    return this.#resent
  }

  /** Numbers, stores and sends a command to the leader, or to the next one with a heartbeat. */
  submit(command: SubmittedCommand, waiter: Waiter): void {
    this.#lastN += 1
    const undecided = { n: this.#lastN, ...command, waiter }
    this.#undecided.push(undecided)
    if (this.#term > 0) this.#sendAll([undecided])
  }

  /**
   * A valid batch holds these numbers of this gateway. Returns their waiters in order. Numbers
   * enter in order, so lower undecided ones will never enter: they came too late.
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
   * The leader refused a number before it entered the journal. Refusals of an outdated leader are
   * ignored: the number may have been sent to its successor.
   */
  refused(refusal: Refusal): void {
    if (refusal.term !== this.#term) return
    const undecided = this.#undecided.find(({ n }) => n === refusal.n)
    if (undecided !== undefined) this.#refuse(undecided, refusal)
  }

  /**
   * Processes a leader's heartbeat. A newer term has all that was in the stream when it began, and
   * nothing of an older term can still be added: numbers it lacks are sent again. Within a term a
   * number that stays missing was lost on the way.
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

  /**
   * The message that a number was refused may be lost: a resent number makes the leader repeat it.
   */
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

  /** The number is kept, so that the next leader finds no gap. */
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
