// Subscriptions: by scope, once, and while being told.

import { expect, it } from 'vitest'
import { Signal } from './events.ts'

it('tells every listener, those asked for once only once', () => {
  const signal = new Signal<[number]>()
  const heard: string[] = []
  signal.subscribe(null, (value) => heard.push(`a${value}`))
  signal.subscribe(null, (value) => heard.push(`b${value}`), true)
  signal.tell(1)
  signal.tell(2)
  expect(heard).toEqual(['a1', 'b1', 'a2'])
})

it('forgets by scope', () => {
  const signal = new Signal<[]>()
  const heard: string[] = []
  const scope = {}
  const listener = () => void heard.push('own')
  signal.subscribe(scope, listener)
  signal.subscribe(null, listener)
  signal.unsubscribe(scope, listener)
  signal.tell()
  signal.subscribe(scope, listener)
  signal.unsubscribeAll(scope)
  signal.tell()
  expect(heard).toEqual(['own', 'own'])
})

it('may be changed while it tells', () => {
  const signal = new Signal<[]>()
  let count = 0
  const listener = () => {
    count += 1
    signal.unsubscribe(null, listener)
    signal.subscribe(null, listener)
  }
  signal.subscribe(null, listener)
  signal.tell()
  expect(count).toBe(1)
})
