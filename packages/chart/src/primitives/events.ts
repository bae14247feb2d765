// Telling many: subscriptions in TradingView's manner, and named events of the widget.

/** A subscription in the manner of TradingView: the first argument is kept to unsubscribe by. */
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

  /** Tells all; a listener that throws does not keep the others from being told. */
  emit(...values: Values): void {
    const notified = this.#entries
    this.#keep(({ once }) => !once)
    for (const { listener } of notified) safely(() => listener(...values))
  }

  /** True while somebody listens. */
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

/**
 * Runs a host's callback; its error is the host's and is reported as such, in a task of its own.
 */
export function safely(run: () => void): void {
  try {
    run()
  } catch (failure) {
    queueMicrotask(() => {
      throw failure
    })
  }
}
