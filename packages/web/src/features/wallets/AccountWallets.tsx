// The coins of an account in its trading and its funding wallet.

import { amount, parseDecimal, zero, type Amount } from '@basis/domain/numbers/fixed'
import type { WirePurseCoin, WireWallets } from '@basis/protocol/wallets/calls'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Cell, EmptyRow, HeadCell, Table } from '../../ui/table/Table.tsx'
import { TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx'

export function AccountWallets({ wallets }: { wallets: WireWallets }) {
  const t = useT()
  const { uid, isMain, unified, funding } = wallets
  const name = isMain ? t('wallets.mainAccount') : t('wallets.subAccount')
  return (
    <section className="flex min-w-0 flex-col gap-2" aria-label={`${name} ${uid}`}>
      <h2 className="text-sm font-semibold">
        {name} <span className="text-xs font-normal text-soft">{uid}</span>
      </h2>
      <div className="grid gap-3 xl:grid-cols-2">
        <Coins name={t('wallets.unified')} coins={unified} uid={uid} />
        <Coins name={t('wallets.funding')} coins={funding} uid={uid} />
      </div>
    </section>
  )
}

type CoinsProps = { name: string; coins: readonly WirePurseCoin[]; uid: string }

const worthOf = (coins: readonly WirePurseCoin[]): Amount =>
  coins.reduce((sum, { usdValue }) => amount(sum + (parseDecimal(usdValue, 8) ?? zero)), zero)

function Coins({ name, coins, uid }: CoinsProps) {
  const t = useT()
  const format = useFormat()
  const total = worthOf(coins)
  return (
    <div className="flex min-w-0 flex-col gap-1 text-xs">
      <p className="flex justify-between">
        <span className="text-soft">{name}</span>
        {/* The coins alone: the equity also has options and unrealised profit. */}
        <span>
          {t('wallets.balance')} {format.money({ units: total, scale: 8 }, 'USDT')} USD
        </span>
      </p>
      <Table label={`${name} ${uid}`} className="h-auto!">
        <TableHead>
          <HeadCell>{t('wallets.coin')}</HeadCell>
          <HeadCell align="end">{t('wallets.balance')}</HeadCell>
          <HeadCell align="end">{t('wallets.free')}</HeadCell>
        </TableHead>
        <TableBody>
          {coins.length === 0 && <EmptyRow columns={3}>{t('wallets.empty')}</EmptyRow>}
          {coins.map(({ coin, balance, owed, free }) => (
            <TableRow key={coin}>
              <Cell>{coin}</Cell>
              <Cell
                align="end"
                second={
                  Number(owed) === 0
                    ? undefined
                    : `${t('loans.owed')} ${format.money(owed, coin, { rounding: 'up' })}`
                }
              >
                {format.money(balance, coin, { rounding: 'down' })}
              </Cell>
              <Cell align="end">{format.money(free, coin, { rounding: 'down' })}</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
