// The rules of the cluster, over networks that lose, duplicate and delay messages from a seed.

import { describe, expect, test } from 'vitest'
import { brokenPromises } from './cluster-audit.ts'
import { SimulatedCluster, type PlantedFault } from './simulated-cluster.ts'

const seeds = process.env['PROOFS'] === 'long' ? 20_000 : 60

function broken(seed: number, fault?: PlantedFault): readonly string[] {
  const cluster = new SimulatedCluster(seed, fault)
  cluster.run()
  return brokenPromises(cluster).map((words) => `seed ${seed}: ${words}`)
}

const faults: readonly PlantedFault[] = [
  'no fence',
  'numbers are not taken from the stream',
  'positions forget the gateways',
  'answers come before the append',
]

describe('a cluster that is disturbed and healed', () => {
  test('loses and doubles no command, reports every outcome, and all its members agree', () => {
    for (let seed = 1; seed <= seeds; seed += 1) expect(broken(seed)).toEqual([])
  })

  test.each(faults)('the audit finds that %s', (fault) => {
    const limit = 400
    let found = 0
    for (let seed = 1; seed <= limit && found === 0; seed += 1) found += broken(seed, fault).length
    expect(found).toBeGreaterThan(0)
  })
})
