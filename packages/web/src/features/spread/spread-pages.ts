// The pages of an account's past combinations and their fills, requested again after messages about
// its orders.

import { useEffect } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ask, type CallOptions, type Outcome } from '../../client/http.ts'
import { onSpreadNews } from '../../stores/spread/spreads.ts'
import { PageFailure } from '../page-states/failed-page.ts'
import { refresher } from '../page-states/refresher.ts'

/** Newest first; an empty cursor means that there are no more pages. */
type Page<Row> = { readonly list: readonly Row[]; readonly nextPageCursor: string }
type PageQuestion = { readonly limit: number; readonly cursor?: string }
type Asker<Row> = (question: PageQuestion, options: CallOptions) => Promise<Outcome<Page<Row>>>

const PAGE_ROWS = 50

/** Returns the account's ended orders of combinations. */
export const usePastSpreads = (uid: string | undefined) =>
  useSpreadPages(['spreadHistory', uid], (question, options) =>
    ask('spreadHistory', question, options),
  )

/** Returns the account's fills of combinations. */
export const useSpreadFills = (uid: string | undefined) =>
  useSpreadPages(['spreadExecutions', uid], (question, options) =>
    ask('spreadExecutions', question, options),
  )

type Key = readonly [name: string, uid: string | undefined]

function useSpreadPages<Row>([name, uid]: Key, asker: Asker<Row>) {
  const queries = useQueryClient()
  // Above the query: when the tab opens, what was read before is stale and is requested once.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: [name] })
    const { request, stop } = refresher(queries, [name])
    const stopNews = onSpreadNews(request)
    return () => {
      stopNews()
      stop()
    }
  }, [queries, name])
  return useInfiniteQuery({
    queryKey: [name, uid],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<Page<Row>> => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam }
      const outcome = await asker({ limit: PAGE_ROWS, ...cursor }, { signal })
      if (!outcome.ok) throw new PageFailure(outcome.error)
      return outcome.value
    },
    getNextPageParam: ({ nextPageCursor }) => (nextPageCursor === '' ? undefined : nextPageCursor),
  })
}
