// Combinations of two legs as last listed by the exchange; requested while a component shows them.

import { useEffect } from 'react'
import type { WireSpreadInstrument } from '@basis/protocol/spread/market'
import { create } from 'zustand'
import { ask } from '../../client/http.ts'

/** Their price bands move with the market. */
const FRESH_MS = 30_000

type List = { readonly list: readonly WireSpreadInstrument[] | undefined }

const useList = create<List>()(() => ({ list: undefined }))
let askedMs = Number.NEGATIVE_INFINITY

async function load(): Promise<void> {
  if (document.visibilityState === 'hidden' || performance.now() - askedMs < FRESH_MS) return
  askedMs = performance.now()
  const outcome = await ask('spreadInstruments', {})
  if (outcome.ok) useList.setState({ list: outcome.value.list })
  else askedMs = Number.NEGATIVE_INFINITY
}

/** Returns the combinations; undefined until they are known. */
export function useCombinations(): readonly WireSpreadInstrument[] | undefined {
  useEffect(() => {
    void load()
    const timer = setInterval(() => void load(), 1000)
    return () => clearInterval(timer)
  }, [])
  return useList(({ list }) => list)
}
