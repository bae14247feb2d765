// Loading of the parts of the page that are not there from the start: one that does not come is
// asked for again until it does.

import { createElement, lazy, useState } from 'react'
import type { ComponentType, ReactElement } from 'react'
import { pauseAfter, pauseOrOnline } from './pause.ts'

let tellMissing: () => void = () => undefined

/** From now on this is called when a part does not come, once for each part. */
export function onMissingPart(reader: () => void): void {
  tellMissing = reader
}

/**
 * Returns a part when it has come. A failure is told and logged, and the part is asked for again
 * after a pause, at once when the network is back.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await load()
    } catch (error) {
      console.error('A part of the page could not be loaded', error)
      if (failures === 0) tellMissing()
      await pauseOrOnline(pauseAfter(failures))
    }
  }
}

/** Parts of what the page begins with that are to be painted and are on their way. */
const coming = new Set<Promise<unknown>>()

/** What is asked for by itself waits for what is to be painted, but never longer. */
const MOST_WAIT_MS = 3_000

/**
 * Resolves when no part of what the page begins with is on its way to be painted, at the latest
 * after three seconds: what is large and comes by itself leaves a slow line to what somebody has
 * pressed for.
 */
export async function afterPaintedParts(): Promise<void> {
  const deadline = performance.now() + MOST_WAIT_MS
  while (coming.size > 0 && performance.now() < deadline) {
    const late = new Promise((resolve) => {
      setTimeout(resolve, deadline - performance.now())
    })
    await Promise.race([Promise.allSettled(coming), late])
  }
}

/** Each try is counted, not the pause between two: who has no network waits for nothing else. */
function counted<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    const part = load()
    coming.add(part)
    try {
      return await part
    } finally {
      coming.delete(part)
    }
  }
}

let loadNeeded: () => Promise<unknown> = () => Promise.resolve()

/** From now on late parts are painted only when this has come too: their texts. */
export function onLatePart(load: () => Promise<unknown>): void {
  loadNeeded = load
}

/** A component that is loaded when it is first painted, or before. */
export type LatePart<Props extends object> = {
  (props: Props): ReactElement
  /**
   * Loads the part without painting it, and resolves when it has come or failed to. What has come
   * is painted with what is around it: React keeps the place of one that has not for 300 ms.
   */
  readonly come: () => Promise<void>
}

/**
 * Returns a component that is loaded when it is first painted. What the page begins with,
 * `isFirst`, needs no late texts (checks/tidy/first-texts.test.ts).
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isFirst = false } = {},
): LatePart<Props> {
  let come: ComponentType<Props> | undefined
  const Waiting = lazy(async () => {
    const asked = loadPart(isFirst ? counted(load) : load)
    const [part] = await Promise.all([asked, isFirst ? undefined : loadPart(loadNeeded)])
    return { default: part }
  })
  function Late(props: Props): ReactElement {
    // What was waited for stays what it is: another component would begin anew.
    const [part] = useState<{ readonly View: ComponentType<Props> }>(() => ({
      View: come ?? Waiting,
    }))
    return createElement(part.View, props)
  }
  Late.come = async (): Promise<void> => {
    try {
      const [part] = await Promise.all([load(), isFirst ? undefined : loadNeeded()])
      come = part
    } catch {
      // It is asked for again, and told of, when it is painted.
    }
  }
  return Late
}
