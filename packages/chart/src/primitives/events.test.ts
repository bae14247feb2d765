// Subscriptions: by scope, once, and changed during an emit.

import { expect, it } from 'vitest'
import { Signal } from './events.ts'

it('an event calls every listener, one-time listeners only once', () => {
  const signal = new Signal<[number]>()
  const received: string[] = []
  signal.subscribe(null, (value) => received.push(`a${value}`))
  signal.subscribe(null, (value) => received.push(`b${value}`), true)
  signal.emit(1)
  signal.emit(2)
  expect(received).toEqual(['a1', 'b1', 'a2'])
})

it('listeners are unsubscribed by scope', () => {
  const signal = new Signal<[]>()
  const received: string[] = []
  const scope = {}
  const listener = () => void received.push('own')
  signal.subscribe(scope, listener)
  signal.subscribe(null, listener)
  signal.unsubscribe(scope, listener)
  signal.emit()
  signal.subscribe(scope, listener)
  signal.unsubscribeAll(scope)
  signal.emit()
  expect(received).toEqual(['own', 'own'])
})

it('listeners may be added and removed during an event', () => {
  const signal = new Signal<[]>()
  let count = 0
  const listener = () => {
    count += 1
    signal.unsubscribe(null, listener)
    signal.subscribe(null, listener)
  }
  signal.subscribe(null, listener)
  signal.emit()
  expect(count).toBe(1)
})
