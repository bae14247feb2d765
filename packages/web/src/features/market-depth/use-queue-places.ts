// Queue places of own orders, requested from the exchange periodically while there are resting
// orders.

import { useEffect, useState } from 'react'
import { ask } from '../../client/http.ts'
import { keepAsking } from '../../actions/previews.ts'
import type { Order } from '@basis/domain/orders/order'
import { isResting } from './depth.ts'
import type { QueuePlace } from './ladder-rows.ts'

const none: ReadonlyMap<string, QueuePlace> = new Map()

/**
 * Returns the queue place of each resting order of a symbol by its id, at most two seconds old;
 * requested at once when an order changes, since a change may lose the place.
 */
export function useQueuePlaces(
  symbol: string,
  orders: readonly Order[],
): ReadonlyMap<string, QueuePlace> {
  const [seen, setSeen] = useState(none)
  const resting = orders
    .filter(isResting)
    .map(({ id, updateNo }) => `${id}:${updateNo}`)
    .join()
  useEffect(() => {
    if (resting === '') return undefined
    return keepAsking(
      () => ask('queuePlaces', { symbol }),
      ({ list }) => setSeen(new Map(list.map(({ orderId, ...place }) => [orderId, place]))),
    )
  }, [symbol, resting])
  return resting === '' ? none : seen
}
