// Cancel on disconnect (DCP): the orders of a product are cancelled some time after the last socket
// that guarded it has closed (open API 4.9, 11).

import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import type { Command } from '@basis/engine/commands'
import { cameTooLate } from '../../exchange/exchange.ts'
import { onceThere, type Awaitable } from '../../postgres/awaitable.ts'
import type { V5Handlers, V5Parts } from '../context.ts'
import { categoryOf } from '../instruments.ts'
import { invalidParameter } from '../refused.ts'

const products = ['SPOT', 'DERIVATIVES', 'OPTIONS'] as const
type Product = (typeof products)[number]

/** After how long orders are cancelled again that the exchange did not cancel. */
const retryMs = 1000

/** The topics that a socket subscribes to in order to guard a product. */
export const guardTopics = {
  'dcp.spot': 'SPOT',
  'dcp.future': 'DERIVATIVES',
  'dcp.option': 'OPTIONS',
} as const satisfies Readonly<Record<string, Product>>
export type GuardTopic = keyof typeof guardTopics

type Guard = {
  windowSeconds: number
  /** Sockets that guard the product now. */
  sockets: number
  timer: NodeJS.Timeout | undefined
  /** The last of its writes to the database that have not ended. */
  writing: Promise<void> | undefined
}

/**
 * The guards of one exchange. Settings are kept in the users' database; an account that was
 * guarding when the server stopped counts as disconnected since the restart.
 */
class Guards {
  readonly #parts: V5Parts
  readonly #guards = new Map<string, Guard>()

  constructor(parts: V5Parts) {
    this.#parts = parts
    for (const { account, product, seconds, isGuarded } of parts.sessions.guards.all()) {
      const known = products.find((each) => each === product)
      if (known === undefined) continue
      this.#guard(accountId(account), known).windowSeconds = seconds
      if (isGuarded && seconds > 0) this.#startTimer(accountId(account), known)
    }
    parts.sessions.guards.onOrphaned((account, product) => {
      const known = products.find((each) => each === product)
      if (known !== undefined) this.#startOrphaned(accountId(account), known)
    })
    parts.sessions.guards.onSetElsewhere(({ account, product, seconds }) => {
      const known = products.find((each) => each === product)
      if (known !== undefined) this.#guard(accountId(account), known).windowSeconds = seconds
    })
  }

  /**
   * A gateway has died while a socket guarded there: the account counts as disconnected from now
   * on.
   */
  #startOrphaned(account: AccountId, product: Product): void {
    const { sockets, windowSeconds } = this.#guard(account, product)
    if (sockets === 0 && windowSeconds > 0) this.#startTimer(account, product)
  }

  async set(account: AccountId, product: Product, windowSeconds: number): Promise<void> {
    const guard = this.#guard(account, product)
    await inOrder(guard, () =>
      onceThere(this.#put(account, product, windowSeconds), () => {
        guard.windowSeconds = windowSeconds
      }),
    )
  }

  /** Writes whether it guards now, and its window if that is being set. */
  #put(account: AccountId, product: Product, windowSeconds?: number): Awaitable<void> {
    const { sockets, timer } = this.#guard(account, product)
    // While a window runs out, a restart must still cancel.
    const isGuarded = sockets > 0 || timer !== undefined
    const seconds = windowSeconds === undefined ? {} : { seconds: windowSeconds }
    return this.#parts.sessions.guards.put({ account, product, isGuarded, ...seconds })
  }

  windowOf(account: AccountId, product: Product): number {
    return this.#guards.get(`${account} ${product}`)?.windowSeconds ?? 0
  }

  /** Counts a socket that guards the product until the returned function is called. */
  enter(account: AccountId, product: Product): () => void {
    const guard = this.#guard(account, product)
    guard.sockets += 1
    stopTimer(guard)
    if (guard.sockets === 1) void this.#store(account, product)
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      guard.sockets -= 1
      if (guard.sockets > 0) return
      if (guard.windowSeconds > 0) this.#startTimer(account, product)
      else void this.#store(account, product)
    }
  }

  /** Cancels unless a guard returns within the window. */
  #startTimer(
    account: AccountId,
    product: Product,
    afterMs = 1000 * this.#guard(account, product).windowSeconds,
  ): void {
    const guard = this.#guard(account, product)
    // Several processes that guarded the account may end one after the other.
    stopTimer(guard)
    guard.timer = setTimeout(() => {
      guard.timer = undefined
      void this.#cancelUnguarded(account, product)
    }, afterMs)
    guard.timer.unref()
  }

  /** If the database of users is unavailable, the change is lost if this process ends. */
  async #store(account: AccountId, product: Product): Promise<void> {
    const guard = this.#guard(account, product)
    try {
      await inOrder(guard, () => this.#put(account, product))
    } catch {
      // Trading goes on without it.
    }
  }

  async #cancelUnguarded(account: AccountId, product: Product): Promise<void> {
    const guard = this.#guard(account, product)
    const hasReturned = (): boolean => guard.sockets > 0 || guard.timer !== undefined
    // Comes first: of two processes whose windows end together, one must see that the other guards
    // no more.
    await this.#store(account, product)
    if (hasReturned() || (await this.#isGuardedElsewhere(account, product))) return
    if (hasReturned() || (await this.#cancel(account, product)) || hasReturned()) return
    // Guarded until it is done: a restart must still cancel.
    this.#startTimer(account, product, retryMs)
    await this.#store(account, product)
  }

  /** The account may have a guard in another process. */
  async #isGuardedElsewhere(account: AccountId, product: Product): Promise<boolean> {
    try {
      return await this.#parts.sessions.guards.isGuardedElsewhere(account, product)
    } catch {
      return false
    }
  }

  #guard(account: AccountId, product: Product): Guard {
    const key = `${account} ${product}`
    const known = this.#guards.get(key)
    if (known !== undefined) return known
    const guard: Guard = { windowSeconds: 0, sockets: 0, timer: undefined, writing: undefined }
    this.#guards.set(key, guard)
    return guard
  }

  /** Returns false if the exchange did not take a command: it is busy, stops or has no leader. */
  async #cancel(account: AccountId, product: Product): Promise<boolean> {
    const { exchange } = this.#parts
    const symbols = new Set(
      exchange.views.openOrders(account).flatMap(({ symbol }) => {
        const instrument = exchange.views.instrument(symbol)
        return instrument !== undefined && productOf(instrument) === product ? [symbol] : []
      }),
    )
    const commands: Command[] = [...symbols].map((symbol) => {
      return { kind: 'CancelAllOrders', account, symbol, isDisconnected: true } as const
    })
    // A combination has at least one contract among its legs.
    if (product === 'DERIVATIVES' && exchange.views.spreads.openOrders(account).length > 0) {
      commands.push({ kind: 'CancelAllSpreads', account })
    }
    const taken = await Promise.all(
      commands.map((command) =>
        exchange
          .submit(command)
          .then((applied) => !cameTooLate(applied))
          .catch(() => false),
      ),
    )
    return taken.every(Boolean)
  }
}

/** Starts a write of a guard when its earlier ones have ended: the last one must stand. */
function inOrder(guard: Guard, write: () => Awaitable<void>): Awaitable<void> {
  const written = guard.writing === undefined ? write() : guard.writing.then(write)
  if (!(written instanceof Promise)) return undefined
  const ended: Promise<void> = written
    .catch(() => undefined)
    .then(() => {
      if (guard.writing === ended) guard.writing = undefined
    })
  guard.writing = ended
  return written
}

function stopTimer(guard: Guard): void {
  clearTimeout(guard.timer)
  guard.timer = undefined
}

function productOf(instrument: Parameters<typeof categoryOf>[0]): Product {
  const category = categoryOf(instrument)
  return category === 'spot' ? 'SPOT' : category === 'option' ? 'OPTIONS' : 'DERIVATIVES'
}

const guardsOf = new WeakMap<V5Parts['exchange'], Guards>()

/** Returns the guards of an exchange. */
export function disconnectGuards(parts: V5Parts): Guards {
  const known = guardsOf.get(parts.exchange) ?? new Guards(parts)
  guardsOf.set(parts.exchange, known)
  return known
}

const leastSeconds = 3
const mostSeconds = 300

export const disconnectHandlers: V5Handlers<'setDisconnectCancelAll' | 'disconnectCancelAll'> = {
  setDisconnectCancelAll: async ({ parts, account }, { timeWindow = '', product = 'OPTIONS' }) => {
    const meant = products.find((known) => known === product)
    if (meant === undefined) throw invalidParameter('product')
    const seconds = /^\d{1,3}$/.test(timeWindow) ? Number(timeWindow) : 0
    if (seconds < leastSeconds || seconds > mostSeconds) throw invalidParameter('timeWindow')
    await disconnectGuards(parts).set(account, meant, seconds)
    return { result: {} }
  },

  disconnectCancelAll: ({ parts, account }) => ({
    result: {
      dcpInfos: products.map((product) => {
        const seconds = disconnectGuards(parts).windowOf(account, product)
        const isOn = seconds > 0
        return {
          product,
          dcpStatus: isOn ? 'ON' : 'OFF',
          timeWindow: isOn ? String(seconds) : '10',
        }
      }),
    },
  }),
}
