// An observable value in TradingView's style: magnet, lock and hide of drawings.

import { safely } from './events.ts'

type Listener<Value> = (value: Value) => void

export type WatchOptions = { readonly once?: boolean; readonly callWithLast?: boolean }

export class WatchedValue<Value> {
  #value: Value
  #listeners: readonly { readonly listener: Listener<Value>; readonly once: boolean }[] = []

  constructor(value: Value) {
    this.#value = value
  }

  value(): Value {
    return this.#value
  }

  /** Calls the listeners if the value differs, or always when forced. */
  setValue(value: Value, isForced = false): void {
    if (Object.is(value, this.#value) && !isForced) return
    this.#value = value
    const notified = this.#listeners
    this.#listeners = notified.filter(({ once }) => !once)
    for (const { listener } of notified) safely(() => listener(value))
  }

  subscribe(listener: Listener<Value>, { once = false, callWithLast = false }: WatchOptions = {}) {
    if (callWithLast) {
      safely(() => listener(this.#value))
      if (once) return
    }
    this.#listeners = [...this.#listeners, { listener, once }]
  }

  /** Without a listener, removes all of them. */
  unsubscribe(listener?: Listener<Value>): void {
    this.#listeners =
      listener === undefined ? [] : this.#listeners.filter((entry) => entry.listener !== listener)
  }

  /** Calls back once, as soon as the value is truthy: at once if it already is. */
  when(listener: Listener<Value>): void {
    if (this.#value) return safely(() => listener(this.#value))
    const wait: Listener<Value> = (value) => {
      if (!value) return
      this.unsubscribe(wait)
      safely(() => listener(value))
    }
    this.subscribe(wait)
  }
}
