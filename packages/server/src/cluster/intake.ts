// The leader's side of submitting: each gateway's commands are taken in the order of their numbers,
// each once.

import type { Quota } from '../exchange/quotas.ts'
import type { Packet, Refusal } from './packet.ts'

/** A command of a gateway whose turn has come. */
export type TakenCommand = {
  readonly gateway: string
  readonly n: number
  readonly line: string
  readonly latestMs: number
  readonly quota?: Quota | undefined
}

/** So many refusals of each gateway are kept, to be told again when it asks again. */
const rememberedRefusals = 4_096

export class Intake {
  readonly #got = new Map<string, number>()
  readonly #refused = new Map<string, Map<number, Refusal>>()
  /** The last number of a gateway that was in the stream when this term began. */
  readonly #gotBefore: (gateway: string) => number

  constructor(gotBefore: (gateway: string) => number) {
    this.#gotBefore = gotBefore
  }

  got(gateway: string): number {
    return this.#got.get(gateway) ?? this.#gotBefore(gateway)
  }

  /** The last number that was taken of each gateway that has sent something in this term. */
  taken(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#got)
  }

  /**
   * Returns the commands whose turn has come, and refusals to tell again. Numbers that were taken
   * are repeats; those behind a hole wait for a packet that fills it.
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
      // An empty line stands for a command that was refused by a leader before.
      if (line === '') continue
      commands.push({ gateway, n, line, latestMs: latestMs[k] ?? 0, quota: quotas?.[k] })
    }
    return { commands, again }
  }

  /** Remembers that a number that was taken enters no batch. */
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
