// Submits the robots' commands to the exchange, and pauses while it is busy with people's.

import type { Command } from '@basis/engine/commands'
import { ExchangeBusy, ExchangeStopped, type Exchange } from '../../exchange/exchange.ts'

/** A robot's command that has not been numbered after this time is dropped. */
const patienceMs = 1_000
/** Commands that others need get a longer deadline: without an account every quote is refused. */
const lasting: ReadonlySet<Command['kind']> = new Set(['OpenAccount', 'Deposit', 'SetLeverage'])
const lastingPatienceMs = 600_000
/** Above this queue length people's commands have priority. */
const crowdedQueue = 1_000

export class OrderSubmitter {
  readonly #exchange: Exchange
  readonly #onFailure: (error: unknown) => void
  #pausedUntilMs = 0
  #hasEnded = false

  constructor(exchange: Exchange, onFailure: (error: unknown) => void) {
    this.#exchange = exchange
    this.#onFailure = onFailure
  }

  /** Whether the exchange is too busy, or has ended, for robots' commands. */
  isPaused(timeMs: number): boolean {
    return (
      this.#hasEnded ||
      timeMs < this.#pausedUntilMs ||
      this.#exchange.status().queued > crowdedQueue
    )
  }

  /**
   * Submits all at once and resolves when each is applied, refused or lost. A refusal is not a
   * failure: the next check of the book shows what is missing.
   */
  async send(commands: readonly Command[], timeMs: number): Promise<void> {
    if (this.#hasEnded || commands.length === 0) return
    const answers = await Promise.allSettled(
      commands.map((command) => {
        const patience = lasting.has(command.kind) ? lastingPatienceMs : patienceMs
        return this.#exchange.submit(command, { latestMs: timeMs + patience })
      }),
    )
    for (const answer of answers) {
      if (answer.status === 'rejected') this.#handleRejection(answer.reason, timeMs)
    }
  }

  end(): void {
    this.#hasEnded = true
  }

  #handleRejection(reason: unknown, timeMs: number): void {
    if (reason instanceof ExchangeBusy) {
      this.#pausedUntilMs = timeMs + Math.max(reason.retryAfterMs, 250)
    } else if (reason instanceof ExchangeStopped) this.#hasEnded = true
    else this.#onFailure(reason)
  }
}
