// The page of trading bots: grid, DCA and rebalancing bots are created, and the trader's bots are
// shown with their results.

import { useState } from 'react'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { askShown } from '../../client/page-calls.ts'
import { LoadFailed } from '../page-states/LoadFailed.tsx'
import { loadState } from '../page-states/load-state.ts'
import { SignedOut } from '../page-states/SignedOut.tsx'
import { firstForm, formOf, fundsOf, type OwnerFunds } from './bot-form.ts'
import { BotList } from './BotList.tsx'
import { CreateBot } from './CreateBot.tsx'
import { CreateDca } from './CreateDca.tsx'
import { CreateRebalance } from './CreateRebalance.tsx'
import { ShownBots } from './ShownBots.tsx'
import { SpotBotList } from './SpotBotList.tsx'

let queries: QueryClient | undefined
const botQueries = (): QueryClient => (queries ??= new QueryClient())

export function BotsPage() {
  const t = useT()
  return (
    <main className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto flex max-w-6xl flex-col gap-1 p-1">
        <div className="rounded bg-panel px-4 py-3">
          <h1 className="text-lg font-semibold">{t('bots.title')}</h1>
          <p className="text-xs text-soft">{t('bots.intro')}</p>
        </div>
        <QueryClientProvider client={botQueries()}>
          <Parts />
        </QueryClientProvider>
      </div>
    </main>
  )
}

function Parts() {
  const t = useT()
  const status = useSession((session) => session.status)
  const uid = useSession(({ user }) => user?.uid)
  const isTrader = status === 'trader'
  const [tab, setTab] = useState<Tab>('marketplace')
  const [first, setFirst] = useState(firstForm)
  const loaded = useBots(uid)
  const { grids, others, available, state } = loaded
  const again = (): void => void loaded.refetch()
  const running = grids.filter(isRunning)
  const ended = grids.filter((bot) => !isRunning(bot))
  const [runningOthers, endedOthers] = [
    others.filter(isRunning),
    others.filter((bot) => !isRunning(bot)),
  ]
  // The limits count the grids of an account and its other bots each by themselves.
  const ofGrids = fundsOf(running, available)
  const ofOthers = fundsOf(runningOthers, available)
  const lists = { ofGrids, ofOthers, isAll: state === 'loaded', onDone: again }
  const isOwn = isTrader && (tab === 'running' || tab === 'ended')
  const creating = {
    isTrader,
    onDone: () => {
      setFirst(firstForm)
      setTab('running')
      again()
    },
  }
  return (
    <div className="rounded bg-panel">
      <Tabs
        label={t('bots.title')}
        value={tab}
        onChange={setTab}
        items={[
          { value: 'marketplace', label: t('bots.marketplace') },
          { value: 'create', label: t('bots.newGrid') },
          { value: 'dca', label: t('bots.newDca') },
          { value: 'rebalance', label: t('bots.newRebalance') },
          {
            value: 'running',
            label: t('bots.running'),
            count: running.length + runningOthers.length,
          },
          { value: 'ended', label: t('bots.ended'), count: ended.length + endedOthers.length },
        ]}
      >
        {tab !== 'marketplace' && status === 'visitor' && <SignedOut />}
        {tab === 'marketplace' && (
          <ShownBots
            onCopy={(bot) => {
              setFirst(formOf(bot))
              setTab('create')
            }}
          />
        )}
        {tab === 'create' && <CreateBot {...creating} funds={ofGrids} first={first} />}
        {tab === 'dca' && <CreateDca {...creating} funds={ofOthers} />}
        {tab === 'rebalance' && <CreateRebalance {...creating} funds={ofOthers} />}
        {isOwn && state === 'waiting' && <Skeleton className="m-3 h-40" />}
        {isOwn && state === 'failed' && <LoadFailed query={loaded.missing} />}
        {isOwn && tab === 'running' && <Lists grids={running} others={runningOthers} {...lists} />}
        {isOwn && tab === 'ended' && <Lists grids={ended} others={endedOthers} {...lists} />}
      </Tabs>
    </div>
  )
}

type Tab = 'marketplace' | 'create' | 'dca' | 'rebalance' | 'running' | 'ended'

const isRunning = ({ status }: { readonly status: string }): boolean => status !== 'Ended'

/** All bots of an account, polled while the page is open; none for a visitor. */
function useBots(uid: string | undefined) {
  const often = { refetchInterval: 2000, enabled: uid !== undefined }
  const bots = useQuery({
    queryKey: ['bots', uid],
    queryFn: ({ signal }) => askShown('bots', {}, signal),
    ...often,
  })
  const dca = useQuery({
    queryKey: ['dcaBots', uid],
    queryFn: ({ signal }) => askShown('dcaBots', {}, signal),
    ...often,
  })
  const rebalance = useQuery({
    queryKey: ['rebalanceBots', uid],
    queryFn: ({ signal }) => askShown('rebalanceBots', {}, signal),
    ...often,
  })
  const all = [bots, dca, rebalance]
  const missing = all.filter(({ data }) => data === undefined)
  return {
    grids: bots.data?.list ?? [],
    others: [...(dca.data?.list ?? []), ...(rebalance.data?.list ?? [])],
    available: bots.data?.available ?? {},
    /** Before the first answers, and without them, it is not known whether there are any. */
    state: loadState(bots, dca, rebalance),
    /** The lists that are not there; the others are shown without them. */
    missing: {
      isFetching: missing.some((each) => each.isFetching),
      refetch: (): Promise<unknown> => Promise.all(missing.map((each) => each.refetch())),
    },
    refetch: (): Promise<unknown> => Promise.all(all.map((each) => each.refetch())),
  }
}

type Loaded = ReturnType<typeof useBots>
type ListsProps = Pick<Loaded, 'grids' | 'others'> & {
  ofGrids: OwnerFunds
  ofOthers: OwnerFunds
  /** Whether no list is missing, so that without bots there are none. */
  isAll: boolean
  onDone: () => void
}

function Lists({ grids, others, ofGrids, ofOthers, isAll, onDone }: ListsProps) {
  return (
    <>
      <SpotBotList bots={others} funds={ofOthers} onDone={onDone} />
      {(grids.length > 0 || (isAll && others.length === 0)) && (
        <BotList bots={grids} funds={ofGrids} onDone={onDone} />
      )}
    </>
  )
}
