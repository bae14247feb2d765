// Invariants of parent orders between any two commands (rules 8.9).

import type { EngineState } from '../state/state.ts'
import { never, type AlgoOrder } from '../state/algo-order.ts'

/** Returns a description of each broken invariant; empty if all hold. */
export function algoViolations(state: EngineState): readonly string[] {
  const { running, changed, placing } = state.algos
  const faults = [...running.values()].flatMap((algo) => faultsOf(state, algo))
  if (changed.size > 0 || placing !== undefined) faults.push('parents have work left')
  for (const { id, algo } of state.orders.values()) {
    if (algo === undefined) continue
    if (running.get(algo.id) !== algo) faults.push(`order ${id} outlived its parent ${algo.id}`)
    if (!algo.children.has(id)) faults.push(`parent ${algo.id} does not know its order ${id}`)
  }
  return faults
}

function faultsOf({ orders, algos }: EngineState, algo: AlgoOrder): readonly string[] {
  const faults: string[] = []
  const name = `parent ${algo.id}`
  let open = 0
  for (const id of algo.children) {
    const child = orders.get(id)
    if (child?.algo !== algo) faults.push(`${name} names ${id}, which is none of its orders`)
    else open += child.leavesLots
  }
  if (algo.filledLots + open > algo.totalLots) {
    faults.push(`${name} asks for ${algo.filledLots} + ${open} of ${algo.totalLots}`)
  }
  if (algo.status !== 'Running') faults.push(`${name} runs and is ${algo.status}`)
  const waits = algo.nextMs === never && open === 0
  if (waits && algo.pausedMs === undefined) faults.push(`${name} waits for nothing`)
  if (algo.nextMs !== never && algo.nextMs < algos.due.soonestMs)
    faults.push(`${name} is due and never runs`)
  return faults
}
