// Parent orders in a snapshot, with a fixed order of fields, so that equal states are equal bytes.
// What can be computed from the terms or the orders is not written.

import type { Chase } from '@basis/domain/algo/chase'
import { never, sizesOf, type AlgoOrder, type AlgoWork } from '../../state/algo-order.ts'

export type SavedAlgo = Omit<AlgoOrder, 'children' | 'sizes'>

/** Restores a parent; its children are linked when the orders are restored. */
export function restoreAlgo(
  work: AlgoWork,
  written: Omit<SavedAlgo, 'heldMs'> & Partial<Pick<SavedAlgo, 'heldMs'>>,
): void {
  // A snapshot from before pauses existed has no `heldMs`.
  const whole = { ...written, heldMs: written.heldMs ?? 0 }
  const algo = { ...savedAlgo(whole), children: new Set<never>(), sizes: sizesOf(written) }
  work.running.set(algo.id, algo)
  if (algo.nextMs !== never) work.due.push(algo.nextMs, algo.id)
}

export const savedAlgo = (algo: SavedAlgo): SavedAlgo => ({
  id: algo.id,
  linkId: algo.linkId,
  account: algo.account,
  market: algo.market,
  side: algo.side,
  positionIdx: algo.positionIdx,
  reduceOnly: algo.reduceOnly,
  selfTrade: algo.selfTrade,
  totalLots: algo.totalLots,
  terms: algo.terms,
  createdMs: algo.createdMs,
  status: algo.status,
  end: algo.end,
  problem: algo.problem,
  filledLots: algo.filledLots,
  filledValue: algo.filledValue,
  sent: algo.sent,
  childEnd: algo.childEnd,
  nextMs: algo.nextMs,
  twap: algo.twap && { next: algo.twap.next, retryLots: algo.twap.retryLots },
  chase: algo.chase && keptChase(algo.chase),
  pov: algo.pov && { tradedLots: algo.pov.tradedLots, owedE4: algo.pov.owedE4 },
  pausedMs: algo.pausedMs,
  heldMs: algo.heldMs,
  updatedMs: algo.updatedMs,
  updateNo: algo.updateNo,
})

const keptChase = ({ startTicks, priceTicks, nextMs, refusals }: Chase): Chase => ({
  startTicks,
  priceTicks,
  nextMs,
  refusals,
})
