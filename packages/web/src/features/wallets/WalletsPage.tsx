// The wallets page: balances of the owner's accounts, transfers, sub-accounts, statements.

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AccountWallets } from './AccountWallets.tsx'
import { Statements } from './Statements.tsx'
import { SubAccounts } from './SubAccounts.tsx'
import { Transfer } from './Transfer.tsx'
import { askShown } from '../../client/page-calls.ts'
import { SignedOut } from '../page-states/SignedOut.tsx'

let queries: QueryClient | undefined
const walletQueries = (): QueryClient => (queries ??= new QueryClient())

export function WalletsPage() {
  const t = useT()
  const { status, user } = useSession()
  return (
    <main className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto flex max-w-6xl flex-col gap-1 p-1">
        <div className="rounded bg-panel px-4 py-3">
          <h1 className="text-lg font-semibold">{t('wallets.title')}</h1>
          <p className="text-xs text-soft">{t('wallets.intro')}</p>
        </div>
        {status === 'visitor' && (
          <div className="rounded bg-panel p-4">
            <SignedOut />
          </div>
        )}
        {status === 'unknown' && <Skeleton className="h-40" />}
        {status === 'trader' && user !== undefined && (
          <QueryClientProvider client={walletQueries()}>
            <Parts key={user.uid} uid={user.uid} />
          </QueryClientProvider>
        )}
      </div>
    </main>
  )
}

function Parts({ uid }: { uid: string }) {
  const { data, refetch } = useQuery({
    queryKey: ['wallets', uid],
    queryFn: ({ signal }) => askShown('wallets', {}, signal),
    refetchInterval: 5000,
  })
  if (data === undefined) return <Skeleton className="h-64" />
  const again = (): void => void refetch()
  return (
    <>
      <div className="grid gap-1 lg:grid-cols-[22rem_1fr]">
        <Transfer list={data.list} uid={uid} onDone={again} />
        <section className="flex min-w-0 flex-col gap-3 rounded bg-panel p-4">
          {data.list.map((wallets) => (
            <AccountWallets key={wallets.uid} wallets={wallets} />
          ))}
        </section>
      </div>
      <SubAccounts wallets={data} onDone={again} />
      <Statements uid={uid} />
    </>
  )
}
