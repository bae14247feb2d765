// Signals with subscriptions in TradingView's style.

/** A subscription in TradingView's style: the first argument identifies it for unsubscribing. */
export interface Subscription<Values extends readonly unknown[]> {
  subscribe(scope: object | null, listener: (...values: Values) => void, once?: boolean): void
  unsubscribe(scope: object | null, listener: (...values: Values) => void): void
  unsubscribeAll(scope: object | null): void
}

type Entry<Values extends readonly unknown[]> = {
  readonly scope: object | null
  readonly listener: (...values: Values) => void
  readonly once: boolean
}

export class Signal<Values extends readonly unknown[]> implements Subscription<Values> {
  #entries: readonly Entry<Values>[] = []

  subscribe(scope: object | null, listener: (...values: Values) => void, once = false): void {
    this.#entries = [...this.#entries, { scope, listener, once }]
  }

  unsubscribe(scope: object | null, listener: (...values: Values) => void): void {
    this.#keep((entry) => entry.scope !== scope || entry.listener !== listener)
  }

  unsubscribeAll(scope: object | null): void {
    this.#keep((entry) => entry.scope !== scope)
  }

  /** Calls all listeners; an error in one does not stop the others. */
  emit(...values: Values): void {
    const notified = this.#entries
    this.#keep(({ once }) => !once)
    for (const { listener } of notified) safely(() => listener(...values))
  }

  /** True while there are listeners. */
  get hasSubscribers(): boolean {
    return this.#entries.length > 0
  }

  clear(): void {
    this.#entries = []
  }

  #keep(isKept: (entry: Entry<Values>) => boolean): void {
    this.#entries = this.#entries.filter(isKept)
  }
}

/** Runs a host's callback; its error is rethrown in a microtask, so that it is reported. */
export function safely(run: () => void): void {
  try {
    run()
  } catch (failure) {
    queueMicrotask(() => {
      throw failure
    })
  }
}
