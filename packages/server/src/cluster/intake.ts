// The leader's side of command submission: accepts each gateway's commands in the order of their
// numbers, each exactly once.

import type { Quota } from '../exchange/quotas.ts'
import type { Packet, Refusal } from './packet.ts'

/** A gateway's command accepted in order. */
export type TakenCommand = {
  readonly gateway: string
  readonly n: number
  readonly line: string
  readonly latestMs: number
  readonly quota?: Quota | undefined
}

/** Refusals kept per gateway, to be sent again when a number is resent. */
const rememberedRefusals = 4_096

export class Intake {
  readonly #got = new Map<string, number>()
  readonly #refused = new Map<string, Map<number, Refusal>>()
  /** A gateway's last number in the stream when this term began. */
  readonly #gotBefore: (gateway: string) => number

  constructor(gotBefore: (gateway: string) => number) {
    this.#gotBefore = gotBefore
  }

  got(gateway: string): number {
    return this.#got.get(gateway) ?? this.#gotBefore(gateway)
  }

  /** The last number accepted from each gateway that has sent anything in this term. */
  taken(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#got)
  }

  /**
   * Returns the commands that are next in order, and the refusals to send again. Numbers already
   * accepted are duplicates; those after a gap wait for a packet that fills it.
   */
  take(packet: Packet): {
    readonly commands: readonly TakenCommand[]
    readonly again: readonly Refusal[]
  } {
    const { gateway, first, lines, latestMs, quotas } = packet
    this.#got.set(gateway, this.got(gateway))
    const commands: TakenCommand[] = []
    const again: Refusal[] = []
    for (const [k, line] of lines.entries()) {
      const n = first + k
      const got = this.got(gateway)
      if (n > got + 1) break
      if (n <= got) {
        const refusal = this.#refused.get(gateway)?.get(n)
        if (refusal !== undefined) again.push(refusal)
        continue
      }
      this.#got.set(gateway, n)
      // An empty line stands for a command that an earlier leader refused.
      if (line === '') continue
      commands.push({ gateway, n, line, latestMs: latestMs[k] ?? 0, quota: quotas?.[k] })
    }
    return { commands, again }
  }

  /** Records that an accepted number will be in no batch. */
  refuse(refusal: Refusal): void {
    const { gateway, n } = refusal
    const refused = this.#refused.get(gateway) ?? new Map<number, Refusal>()
    this.#refused.set(gateway, refused)
    refused.set(n, refusal)
    if (refused.size <= rememberedRefusals) return
    const [oldest] = refused.keys()
    if (oldest !== undefined) refused.delete(oldest)
  }
}
