// The coins of the account: what is there, what is free, what is in use, and what it is worth.

import { Coins } from 'lucide-react'
import { addDemoFunds, useSession } from '../../exchange/session.ts'
import { usePickerRow } from '../../exchange/tickers.ts'
import { instrumentOf } from '../../exchange/catalogue.ts'
import { exactE8 } from '../../exchange/instrument-format.ts'
import { useWallet, type CoinBalance, type Wallet } from '../../exchange/wallet.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { Delta } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import {
  Cell,
  HeadCell,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '../../ui/Table.tsx'
import { coinFigures, priceSymbolOf, shownCoins } from './assets.ts'

const COLUMNS = 6

export function AssetTable() {
  const t = useT()
  const status = useSession((session) => session.status)
  const wallet = useWallet()
  if (status === 'visitor') return <SignedOut />
  const coins = wallet === undefined ? [] : shownCoins(wallet.coins)
  return (
    <Table label={t('assets.title')}>
      <TableHead>
        <HeadCell sticky>{t('assets.coin')}</HeadCell>
        <HeadCell align="end">{t('assets.equity')}</HeadCell>
        <HeadCell align="end">{t('assets.available')}</HeadCell>
        <HeadCell align="end">{t('assets.inUse')}</HeadCell>
        <HeadCell align="end">{t('assets.unrealised')}</HeadCell>
        <HeadCell align="end">{t('assets.value')}</HeadCell>
      </TableHead>
      <TableBody>
        {wallet === undefined ? (
          <SkeletonRows columns={COLUMNS} rows={3} />
        ) : (
          coins.map((coin) => <CoinRow key={coin.coin} coin={coin} wallet={wallet} />)
        )}
        {wallet !== undefined && coins.length === 0 && <NoCoins />}
      </TableBody>
    </Table>
  )
}

function CoinRow({ coin, wallet }: { coin: CoinBalance; wallet: Wallet }) {
  const format = useFormat()
  const symbol = priceSymbolOf(coin.coin)
  const row = usePickerRow(symbol ?? '')
  const instrument = symbol === undefined ? undefined : instrumentOf(symbol)
  const figures = coinFigures(coin, wallet, { instrument, lastTicks: row?.lastTicks })
  const money = (value: bigint | undefined, signed = false): string =>
    format.money(value === undefined ? undefined : exactE8(value), coin.coin, { signed })
  const { unrealised } = figures
  return (
    <TableRow>
      <Cell sticky className="font-medium">
        {coin.coin}
      </Cell>
      <Cell align="end">{money(figures.equity)}</Cell>
      <Cell align="end">{money(coin.available)}</Cell>
      <Cell align="end">{money(figures.inUse)}</Cell>
      <Cell align="end">
        {unrealised === undefined ? (
          <span className="text-muted">--</span>
        ) : (
          <Delta direction={unrealised > 0n ? 'up' : unrealised < 0n ? 'down' : 'flat'}>
            {money(unrealised, true)}
          </Delta>
        )}
      </Cell>
      <Cell align="end">
        {format.money(figures.value === undefined ? undefined : exactE8(figures.value), 'USDT')}{' '}
        <span className="text-muted">USDT</span>
      </Cell>
    </TableRow>
  )
}

function NoCoins() {
  const t = useT()
  return (
    <tr>
      <td colSpan={COLUMNS} className="py-6">
        <EmptyState
          icon={<Coins />}
          title={t('assets.empty')}
          action={
            <Button size="sm" variant="primary" onClick={() => void addDemoFunds()}>
              {t('assets.addDemoFunds')}
            </Button>
          }
        />
      </td>
    </tr>
  )
}

function SignedOut() {
  const t = useT()
  return (
    <div className="grid h-full min-h-40 place-items-center">
      <EmptyState
        icon={<Coins />}
        title={t('assets.signedOut')}
        action={
          <Button
            size="sm"
            variant="primary"
            onClick={() => openDialog({ kind: 'signIn', view: 'demo' })}
          >
            {t('history.signedOutAction')}
          </Button>
        }
      />
    </div>
  )
}
