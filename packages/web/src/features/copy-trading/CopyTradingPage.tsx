// The copy-trading page: leaders, the trader's own copies, and the trader as a leader.

import { useState } from 'react'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { WireFollow, WireLeader } from '@basis/protocol/copy/calls'
import { startDemo, useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { askShown } from '../../client/page-calls.ts'
import { LoadFailed } from '../page-states/LoadFailed.tsx'
import { loadState } from '../page-states/load-state.ts'
import { SignedOut } from '../page-states/SignedOut.tsx'
import { FollowDialog } from './FollowDialog.tsx'
import { LeaderCards } from './LeaderCards.tsx'
import { LeaderView } from './LeaderView.tsx'
import { LeadPanel } from './LeadPanel.tsx'
import { MyCopies } from './MyCopies.tsx'

let queries: QueryClient | undefined
const copyQueries = (): QueryClient => (queries ??= new QueryClient())

export function CopyTradingPage() {
  const t = useT()
  return (
    <main className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto flex max-w-6xl flex-col gap-1 p-1">
        <div className="rounded bg-panel px-4 py-3">
          <h1 className="text-lg font-semibold">{t('copy.title')}</h1>
          <p className="text-xs text-soft">{t('copy.intro')}</p>
        </div>
        <QueryClientProvider client={copyQueries()}>
          <Parts />
        </QueryClientProvider>
      </div>
    </main>
  )
}

type Asked = {
  /** That of a copy to be changed may be missing in the list of leaders. */
  leader: Pick<WireLeader, 'leaderId' | 'name' | 'profitShare' | 'style'>
  follow?: WireFollow | undefined
  /** The account that asked; another one does not see the dialog. */
  uid: string | undefined
}

function Parts() {
  const t = useT()
  const status = useSession((session) => session.status)
  const uid = useSession(({ user }) => user?.uid)
  const isTrader = status === 'trader'
  const [tab, setTab] = useState<'leaders' | 'mine' | 'lead'>('leaders')
  const [shown, setShown] = useState<WireLeader>()
  const [asked, setAsked] = useState<Asked>()
  const leaders = useQuery({
    queryKey: ['copyLeaders', uid],
    queryFn: ({ signal }) => askShown('copyLeaders', {}, signal),
    refetchInterval: 5000,
  })
  const follows = useQuery({
    queryKey: ['follows', uid],
    queryFn: ({ signal }) => askShown('follows', {}, signal),
    refetchInterval: 2000,
    enabled: isTrader,
  })
  const again = (): void => {
    setAsked(undefined)
    void leaders.refetch()
    void follows.refetch()
  }
  const copy = (leader: WireLeader): void => {
    if (isTrader) setAsked({ leader, uid })
    else void startDemo()
  }
  const list = leaders.data?.list
  const copies = loadState(follows)
  const mine = follows.data?.list ?? []
  const available = follows.data?.available ?? '0'
  const change = (follow: WireFollow): void => {
    const { leaderId, leaderName: name, profitShare, style } = follow
    setAsked({ leader: { leaderId, name, profitShare, style }, follow, uid })
  }
  return (
    <div className="rounded bg-panel">
      <Tabs
        label={t('copy.title')}
        value={tab}
        onChange={setTab}
        items={[
          { value: 'leaders', label: t('copy.leaders') },
          { value: 'mine', label: t('copy.mine'), count: mine.length },
          { value: 'lead', label: t('copy.lead') },
        ]}
      >
        {tab !== 'leaders' && status === 'visitor' && <SignedOut />}
        {tab === 'leaders' && list === undefined && <Skeleton className="m-3 h-64" />}
        {tab === 'leaders' && shown !== undefined && (
          <LeaderView leader={shown} onBack={() => setShown(undefined)} onCopy={copy} />
        )}
        {tab === 'leaders' && shown === undefined && list !== undefined && (
          <LeaderCards leaders={list} onCopy={copy} onShow={setShown} />
        )}
        {tab === 'mine' && isTrader && copies === 'waiting' && <Skeleton className="m-3 h-40" />}
        {tab === 'mine' && isTrader && copies === 'failed' && <LoadFailed query={follows} />}
        {tab === 'mine' && isTrader && copies === 'loaded' && (
          <MyCopies follows={mine} available={available} onChange={change} onDone={again} />
        )}
        {tab === 'lead' && isTrader && <LeadPanel key={uid} />}
      </Tabs>
      {asked !== undefined && asked.uid === uid && (
        <FollowDialog
          leader={asked.leader}
          follow={asked.follow}
          available={available}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setTab('mine')
            again()
          }}
        />
      )}
    </div>
  )
}
