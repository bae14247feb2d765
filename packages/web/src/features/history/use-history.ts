// The pages of a history shown on the page, requested again after events that change it.

import { useEffect } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { serverNowMs, useConnection } from '../../client/connection.ts'
import { onFill, onLiquidation, onOrders } from '../../stores/orders.ts'
import { onStrategies } from '../../stores/strategies.ts'
import { useSession } from '../../client/session.ts'
import { refresher } from '../page-states/refresher.ts'
import {
  pageOrThrow,
  questionOf,
  type HistoryView,
  type Page,
  type Period,
  type Scope,
} from './history-pages.ts'
import type { Rows } from './history-pages.ts'

const PAGE_ROWS = 50

export type Wanted<View extends HistoryView> = {
  readonly view: View
  readonly scope: Scope
  readonly period: Period
}

/** Returns a history's pages for the signed-in trader, newest first. */
export function useHistory<View extends HistoryView>({ view, scope, period }: Wanted<View>) {
  const uid = useSession(({ user }) => user?.uid)
  return useInfiniteQuery({
    queryKey: ['history', uid, view, scope, period],
    enabled: uid !== undefined,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }): Promise<Page<Rows[View]>> => {
      const question = questionOf(scope, period, serverNowMs())
      const cursor = pageParam === '' ? {} : { cursor: pageParam }
      return pageOrThrow(view, { ...question, ...cursor, limit: PAGE_ROWS }, signal)
    },
    getNextPageParam: ({ nextPageCursor }) => (nextPageCursor === '' ? undefined : nextPageCursor),
  })
}

/**
 * Requests the histories again after an order, fill or liquidation event, and after a reconnection.
 */
export function useFreshHistory(): void {
  const queries = useQueryClient()
  const isLive = useConnection((connection) => connection.account === 'live')
  useEffect(() => {
    if (!isLive) return undefined
    const { request, stop: stopRequests } = refresher(queries, ['history'])
    request()
    const stops = [
      onOrders(request),
      onFill(request),
      onLiquidation(request),
      onStrategies(request),
      stopRequests,
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries, isLive])
}
