// The keyed store for streamed data: changes are stored at once and shown once per frame.

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { browserFrames, paced } from './frames.ts'
import type { Frames } from './frames.ts'

/**
 * Holds two values per key: `current` is the newest, `shown` is what React may render. Any number
 * of changes may be stored between two frames; at the frame all stores of the same clock first
 * update `shown` and only then call their listeners, so one paint never mixes states of different
 * times. A value must be replaced, never mutated: listeners compare by identity.
 */
export type StreamStore<K, V> = {
  /** Returns the newest value, for code outside React. */
  current: (key: K) => V | undefined
  /** Returns the value of the last frame; the same object until it changes. */
  shown: (key: K) => V | undefined
  set: (key: K, value: V) => void
  remove: (key: K) => void
  /** Returns the keys of the newest values, in the order of insertion. */
  keys: () => K[]
  /**
   * Calls the listener at each frame in which the key's shown value changed; returns the
   * unsubscribe.
   */
  subscribe: (key: K, reader: () => void) => () => void
}

type Change = { show: () => void; notify: () => void }

/**
 * Collects the changes of many stores and publishes them together; one for the whole page is
 * enough.
 */
export type FrameClock = { ask: (change: Change) => void }

export function frameClock(frames: Frames): FrameClock {
  const waiting = new Set<Change>()
  return {
    ask(change) {
      const isFirst = waiting.size === 0
      waiting.add(change)
      if (!isFirst) return
      frames.next(() => {
        const changes = [...waiting]
        waiting.clear()
        for (const each of changes) each.show()
        for (const each of changes) each.notify()
      })
    },
  }
}

let pageClock: FrameClock | undefined

/** Returns an empty store that publishes together with all others of the page. */
export function createStreamStore<K, V>(clock?: FrameClock): StreamStore<K, V> {
  const current = new Map<K, V>()
  const shown = new Map<K, V>()
  const changed = new Set<K>()
  const readers = new Map<K, Set<() => void>>()
  let published: K[] = []

  const change: Change = {
    show() {
      published = [...changed].filter((key) => shown.get(key) !== current.get(key))
      changed.clear()
      for (const key of published) {
        const value = current.get(key)
        if (value === undefined) shown.delete(key)
        else shown.set(key, value)
      }
    },
    notify() {
      for (const key of published) for (const reader of readers.get(key) ?? []) reader()
      published = []
    },
  }
  const touch = (key: K): void => {
    changed.add(key)
    const asked = clock ?? (pageClock ??= frameClock(browserFrames()))
    asked.ask(change)
  }

  return {
    current: (key) => current.get(key),
    shown: (key) => shown.get(key),
    set(key, value) {
      current.set(key, value)
      touch(key)
    },
    remove(key) {
      if (current.delete(key)) touch(key)
    },
    keys: () => [...current.keys()],
    subscribe(key, reader) {
      const ofKey = readers.get(key) ?? new Set()
      readers.set(key, ofKey.add(reader))
      return () => {
        ofKey.delete(reader)
        if (ofKey.size === 0 && readers.get(key) === ofKey) readers.delete(key)
      }
    },
  }
}

/**
 * Returns the shown value of a key and re-renders when it changes; undefined until there is one.
 */
export function useStream<K, V>(store: StreamStore<K, V>, key: K): V | undefined {
  const subscribe = useCallback((reader: () => void) => store.subscribe(key, reader), [store, key])
  return useSyncExternalStore(subscribe, () => store.shown(key))
}

/**
 * As `useStream`, for a list whose rendering cost grows with its length: `paceOf` gives the least
 * milliseconds between two renders; 0 renders each change at its frame.
 */
export function usePacedStream<K, V>(
  store: StreamStore<K, V>,
  key: K,
  paceOf: (value: V | undefined) => number,
): V | undefined {
  const [value, setValue] = useState(() => store.shown(key))
  useEffect(() => {
    const painting = paced(
      () => setValue(store.shown(key)),
      () => paceOf(store.shown(key)),
    )
    // A change between the render and this effect reached no listener.
    painting.now()
    const stop = store.subscribe(key, painting.request)
    return () => {
      painting.cancel()
      stop()
    }
  }, [store, key, paceOf])
  return value
}
