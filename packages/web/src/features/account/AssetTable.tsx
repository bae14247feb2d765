// The coins of the account: balance, available, in use, and value.

import type { ReactNode } from 'react'
import { Coins } from 'lucide-react'
import { zero } from '@basis/domain/numbers/fixed'
import type { WireCoinCost } from '@basis/protocol/account-calls'
import { addDemoFunds, useSession } from '../../client/session.ts'
import { exactE8 } from '../../stores/instrument-format.ts'
import { useWallet, type CoinBalance, type Wallet } from '../../stores/wallet.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { useIsWide } from '../../platform/use-is-wide.ts'
import { Delta, type Direction } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CoinIcon } from '../../ui/coins/CoinIcon.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { SignedOut } from '../page-states/SignedOut.tsx'
import {
  Cell,
  HeadCell,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableRow,
} from '../../ui/table/Table.tsx'
import { accountUnit } from './account-figures.ts'
import { inUseOf, shownCoins } from './assets.ts'
import { CollateralSwitch } from './CollateralSwitch.tsx'
import { costDigits, directionOfGain, gainOf, useCoinCosts, type CoinCosts } from './coin-costs.ts'

const COLUMNS = 10
/** Below this width the coins are shown as cards. */
const TABLE_PX = 640

/** `loans` is shown below the coins: their loans. */
export function AssetTable({ loans }: { loans?: ReactNode }) {
  const t = useT()
  const status = useSession((session) => session.status)
  const wallet = useWallet()
  const costs = useCoinCosts()
  const [room, isWide] = useIsWide<HTMLDivElement>(TABLE_PX)
  if (status === 'visitor') return <SignedOutPanel />
  const coins = wallet === undefined ? [] : shownCoins(wallet.coins)
  return (
    <div ref={room} className="h-full overflow-auto">
      {isWide || wallet === undefined || coins.length === 0 ? (
        <Rows wallet={wallet} coins={coins} costs={costs} />
      ) : (
        <ul aria-label={t('assets.title')}>
          {coins.map((coin) => (
            <CoinCard key={coin.coin} coin={coin} cost={costs.get(coin.coin)} />
          ))}
        </ul>
      )}
      {loans}
    </div>
  )
}

type RowsProps = {
  wallet: Wallet | undefined
  coins: readonly CoinBalance[]
  costs: CoinCosts
}

function Rows({ wallet, coins, costs }: RowsProps) {
  const t = useT()
  return (
    <Table label={t('assets.title')} className="h-auto!">
      <TableHead>
        <HeadCell sticky>{t('assets.coin')}</HeadCell>
        <HeadCell align="end">{t('assets.equity')}</HeadCell>
        <HeadCell align="end">{t('assets.balance')}</HeadCell>
        <HeadCell align="end">{t('assets.available')}</HeadCell>
        <HeadCell align="end">{t('assets.inUse')}</HeadCell>
        <HeadCell align="end">{t('assets.unrealised')}</HeadCell>
        <HeadCell align="end" second={t('assets.realised')}>
          {t('assets.gain')}
        </HeadCell>
        <HeadCell align="end" second={t('assets.averageCost')}>
          {t('assets.value')}
        </HeadCell>
        <HeadCell align="end">{t('loans.collateral')}</HeadCell>
        <HeadCell align="end">
          <span className="sr-only">{t('convert.title')}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {wallet === undefined ? (
          <SkeletonRows columns={COLUMNS} rows={3} />
        ) : (
          coins.map((coin) => <CoinRow key={coin.coin} coin={coin} cost={costs.get(coin.coin)} />)
        )}
        {wallet !== undefined && coins.length === 0 && <NoCoins />}
      </TableBody>
    </Table>
  )
}

type CoinProps = { coin: CoinBalance; cost: WireCoinCost | undefined }

/** Returns a coin's figures, formatted; all of them come from the exchange. */
function useCoinWords({ coin, cost }: CoinProps) {
  const format = useFormat()
  const money = (value: bigint, signed = false): string =>
    format.money(exactE8(value), coin.coin, { signed, rounding: 'down' })
  const { equity, balance, available, unrealised, usdValue } = coin
  const gain = gainOf(cost)
  const usd = (text: string | undefined): string =>
    text === undefined || text === ''
      ? '--'
      : format.money(text, accountUnit, { signed: true, rounding: 'down' })
  return {
    gain: usd(gain?.unrealised),
    gainDirection: directionOfGain(gain?.unrealised ?? ''),
    realised: usd(gain?.realised),
    realisedDirection: directionOfGain(gain?.realised ?? ''),
    averageCost:
      cost === undefined || cost.averageCost === ''
        ? '--'
        : format.decimal(cost.averageCost, costDigits(cost.averageCost)),
    equity: money(equity),
    balance: money(balance),
    available: money(available),
    inUse: money(inUseOf(coin)),
    unrealised: money(unrealised, true),
    direction: directionOf(unrealised),
    value: format.money(exactE8(usdValue), accountUnit, { rounding: 'down' }),
  }
}

function directionOf(unrealised: bigint): Direction {
  if (unrealised === zero) return 'flat'
  return unrealised > zero ? 'up' : 'down'
}

function CoinRow(props: CoinProps) {
  const words = useCoinWords(props)
  return (
    <TableRow>
      <Cell sticky className="font-medium">
        <span className="flex items-center gap-2">
          <CoinIcon coin={props.coin.coin} size={18} />
          {props.coin.coin}
        </span>
      </Cell>
      <Cell align="end">{words.equity}</Cell>
      <Cell align="end">{words.balance}</Cell>
      <Cell align="end">{words.available}</Cell>
      <Cell align="end">{words.inUse}</Cell>
      <Cell align="end">
        <Delta direction={words.direction}>{words.unrealised}</Delta>
      </Cell>
      <Cell
        align="end"
        second={<Delta direction={words.realisedDirection}>{words.realised}</Delta>}
      >
        <Delta direction={words.gainDirection}>{words.gain}</Delta>
      </Cell>
      <Cell align="end" second={words.averageCost}>
        {words.value} <span className="text-muted">{accountUnit}</span>
      </Cell>
      <Cell align="end">
        <CollateralSwitch coin={props.coin} />
      </Cell>
      <Cell align="end">
        <Convert {...props} />
      </Cell>
    </TableRow>
  )
}

function CoinCard(props: CoinProps) {
  const t = useT()
  const words = useCoinWords(props)
  return (
    <li className="border-b border-line px-3 py-3 text-xs">
      <div className="mb-2 flex items-baseline justify-between">
        <span className="flex items-center gap-2 text-sm font-medium">
          <CoinIcon coin={props.coin.coin} size={20} />
          {props.coin.coin}
        </span>
        <span>
          {words.value} <span className="text-muted">{accountUnit}</span>
        </span>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1.5">
        <CardLine name={t('assets.equity')}>{words.equity}</CardLine>
        <CardLine name={t('assets.balance')}>{words.balance}</CardLine>
        <CardLine name={t('assets.available')}>{words.available}</CardLine>
        <CardLine name={t('assets.inUse')}>{words.inUse}</CardLine>
        <CardLine name={t('assets.unrealised')}>
          <Delta direction={words.direction}>{words.unrealised}</Delta>
        </CardLine>
        <CardLine name={t('assets.averageCost')}>{words.averageCost}</CardLine>
        <CardLine name={t('assets.gain')}>
          <Delta direction={words.gainDirection}>{words.gain}</Delta>
        </CardLine>
        <CardLine name={t('assets.realised')}>
          <Delta direction={words.realisedDirection}>{words.realised}</Delta>
        </CardLine>
      </dl>
      <div className="mt-2 flex items-center justify-between gap-2">
        <span className="flex items-center gap-2">
          <span className="text-muted">{t('loans.collateral')}</span>
          <CollateralSwitch coin={props.coin} />
        </span>
        <Convert {...props} />
      </div>
    </li>
  )
}

function Convert({ coin: { coin, available } }: Pick<CoinProps, 'coin'>) {
  const t = useT()
  return (
    <Button
      size="sm"
      disabled={available <= zero}
      aria-label={t('convert.open', { coin })}
      onClick={() => openDialog({ kind: 'convert', from: coin })}
    >
      {t('convert.title')}
    </Button>
  )
}

function CardLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-2">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
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

function SignedOutPanel() {
  const t = useT()
  return (
    <div className="grid h-full min-h-40 place-items-center">
      <SignedOut icon={<Coins />} title={t('assets.signedOut')} />
    </div>
  )
}
