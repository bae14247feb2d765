// The account now: where its funds are, unrealised P&L, and its coins.

import { useQuery } from '@tanstack/react-query'
import { zero, type Amount } from '@basis/domain/numbers/fixed'
import { useConnection } from '../../client/connection.ts'
import { askShown } from '../../client/page-calls.ts'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import type { Wallet } from '../../stores/wallet.ts'
import { classNames } from '../../ui/class-names.ts'
import { Figure } from './Figure.tsx'
import { allocation, balancesOf, fundsNow, type Funds } from './portfolio-figures.ts'

const REFRESH_MS = 5_000
/** The delay after a balance change, which may be a transfer to or from a bot. */
const REFRESH_SOON_MS = 500
const unit = 'USD'

const places = [
  { place: 'total', name: 'portfolio.total' },
  { place: 'unified', name: 'wallets.unified' },
  { place: 'funding', name: 'wallets.funding' },
  { place: 'bots', name: 'portfolio.inBots' },
  { place: 'copy', name: 'copy.funds' },
] as const

/** Returns the account's funds by place; undefined until they are known. */
function useFunds(wallet: Wallet): Funds | undefined {
  const uid = useSession(({ user }) => user?.uid)
  const balances = balancesOf(wallet)
  const { data } = useQuery({
    queryKey: ['funds', uid],
    queryFn: async ({ signal }) => ({ funds: await askShown('funds', {}, signal), balances }),
    refetchInterval: ({ state }) =>
      state.data?.balances === balances ? REFRESH_MS : REFRESH_SOON_MS,
    retry: 1,
  })
  if (data === undefined) return undefined
  return fundsNow(data.funds, data.balances === balances ? wallet.equity : undefined)
}

export function AccountNow({ wallet }: { wallet: Wallet }) {
  const t = useT()
  const format = useFormat()
  const isStale = useConnection((connection) => connection.account !== 'live')
  const funds = useFunds(wallet)
  const money = (value: Amount, coin: string): string =>
    format.money(exactE8(value), coin, { rounding: 'down' })
  return (
    <div className={classNames('grid gap-1 md:grid-cols-2', isStale && 'stale')}>
      {isStale && (
        <p role="status" className="text-xs text-warn md:col-span-2">
          {t('account.stale')}
        </p>
      )}
      <dl className="grid grid-cols-2 content-start gap-4 rounded bg-panel px-4 py-3">
        {places.map(({ place, name }) => (
          <Figure key={place} label={t(name)} value={funds?.[place]} coin={unit} rounding="down" />
        ))}
        <Figure
          label={t('account.unrealised')}
          value={wallet.unrealisedPnl}
          coin={unit}
          signed
          rounding="down"
        />
        <Figure
          label={t('account.available')}
          value={wallet.available}
          coin={unit}
          rounding="down"
        />
      </dl>
      <section className="rounded bg-panel px-4 py-3">
        <h2 className="mb-2 text-sm font-semibold">{t('portfolio.allocation')}</h2>
        {wallet.equity === zero && <p className="text-xs text-muted">{t('assets.empty')}</p>}
        <ul className="flex flex-col gap-2">
          {allocation(wallet.coins).map(({ coin, equity, usdValue, shareE4 }) => (
            <li key={coin} className="text-xs">
              <div className="flex flex-wrap justify-between gap-x-3">
                <span className="font-medium">
                  {coin}{' '}
                  <span className="text-muted">
                    {shareE4 === undefined
                      ? '--'
                      : format.percent({ units: shareE4, scale: 2 }, { signed: false })}
                  </span>
                </span>
                <span>
                  {money(equity, coin)} {coin}{' '}
                  <span className="text-muted">
                    {money(usdValue, unit)} {unit}
                  </span>
                </span>
              </div>
              <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-field">
                <div
                  className="h-full rounded-full bg-accent"
                  style={{ width: `${(shareE4 ?? 0) / 100}%` }}
                />
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
