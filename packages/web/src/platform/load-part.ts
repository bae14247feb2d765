// Loading of parts that are not in the first bundle; a failed one is retried until it has loaded.

import { createElement, lazy, useState } from 'react'
import type { ComponentType, ReactElement } from 'react'
import { pauseAfter, pauseOrOnline } from './pause.ts'

let reportMissing: () => void = () => undefined

/** Sets the handler of parts that fail to load, called once for each. */
export function onMissingPart(reader: () => void): void {
  reportMissing = reader
}

/**
 * Returns a part once it has loaded. A failure is reported and logged, and the part is requested
 * again after a delay, at once when the network is back.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await load()
    } catch (error) {
      console.error('A part of the page could not be loaded', error)
      if (failures === 0) reportMissing()
      await pauseOrOnline(pauseAfter(failures))
    }
  }
}

/** Parts of the page's first content that are loading in order to be painted. */
const coming = new Set<Promise<unknown>>()

/** Background loading waits for painted parts, but at most this long. */
const MOST_WAIT_MS = 3_000

/**
 * Resolves when no part of the page's first content is loading, at the latest after three seconds:
 * large background downloads must not delay on a slow line what a user has clicked for.
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

/** Counts each attempt, not the delay between two: without a network nothing else should wait. */
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

/** Sets what late parts wait for before they are painted: their texts. */
export function onLatePart(load: () => Promise<unknown>): void {
  loadNeeded = load
}

/** A component that is loaded when it is first rendered, or earlier. */
export type LatePart<Props extends object> = {
  (props: Props): ReactElement
  /**
   * Loads the part without rendering it, and resolves when it has loaded or failed. A loaded part
   * is painted together with what surrounds it; React delays the content of one that is not for 300
   * ms.
   */
  readonly come: () => Promise<void>
}

/**
 * Returns a component that is loaded when it is first rendered. A part of the first page,
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
    // The component must stay the same one: another would lose its state.
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
      // It is requested again, and the failure reported, when it is rendered.
    }
  }
  return Late
}
