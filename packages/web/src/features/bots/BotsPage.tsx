// The page of trading bots: a grid is created, and the trader's bots are shown with their results.

import { useState } from 'react'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { startDemo, useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { askShown } from './bot-calls.ts'
import { BotList } from './BotList.tsx'
import { CreateBot } from './CreateBot.tsx'

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
  const isTrader = status === 'trader'
  const [tab, setTab] = useState<'create' | 'running' | 'ended'>('create')
  const bots = useQuery({
    queryKey: ['bots', status],
    queryFn: ({ signal }) => askShown('bots', {}, signal),
    refetchInterval: 2000,
    enabled: isTrader,
  })
  const list = bots.data?.list ?? []
  const running = list.filter((bot) => bot.status !== 'Ended')
  const ended = list.filter((bot) => bot.status === 'Ended')
  const again = (): void => void bots.refetch()
  return (
    <div className="rounded bg-panel">
      <Tabs
        label={t('bots.title')}
        value={tab}
        onChange={setTab}
        items={[
          { value: 'create', label: t('bots.newGrid') },
          { value: 'running', label: t('bots.running'), count: running.length },
          { value: 'ended', label: t('bots.ended'), count: ended.length },
        ]}
      >
        {!isTrader && <SignedOut />}
        {tab === 'create' && (
          <CreateBot
            available={bots.data?.available ?? {}}
            isTrader={isTrader}
            onDone={() => {
              setTab('running')
              again()
            }}
          />
        )}
        {tab === 'running' && isTrader && <BotList bots={running} onDone={again} />}
        {tab === 'ended' && isTrader && <BotList bots={ended} onDone={again} />}
      </Tabs>
    </div>
  )
}

function SignedOut() {
  const t = useT()
  return (
    <EmptyState
      title={t('account.signedOut')}
      action={
        <Button size="sm" variant="primary" onClick={() => void startDemo()}>
          {t('ticket.getDemo')}
        </Button>
      }
    />
  )
}
