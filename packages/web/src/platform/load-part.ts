// Loading of the parts of the page that are not there from the start: one that does not come is
// asked for again until it does.

import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
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

let loadNeeded: () => Promise<unknown> = () => Promise.resolve()

/** From now on late parts are painted only when this has come too: their texts. */
export function onLatePart(load: () => Promise<unknown>): void {
  loadNeeded = load
}

/**
 * Returns a component that is loaded when it is first painted. What the page begins with,
 * `isFirst`, needs no late texts (checks/tidy/first-texts.test.ts).
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isFirst = false } = {},
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [part] = await Promise.all([loadPart(load), isFirst ? undefined : loadPart(loadNeeded)])
    return { default: part }
  })
}
