// The helper for a position near its liquidation: the margin to add or the part to close, the
// effect of each by the exchange's preview, and a button for each.

import { mayBeDone } from '../../actions/action-outcome.ts'
import { useState, type ReactNode } from 'react'
import { amount, parseDecimal, qtyLots, zero, type PriceTicks } from '@basis/domain/numbers/fixed'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { addMargin } from '../../actions/add-margin.ts'
import {
  distanceIn,
  endlessE8,
  marginStepOf,
  mostFundSteps,
  type Remedy,
} from '../../actions/margin-call.ts'
import { distanceTo, outcomeOf } from '../../actions/outcome.ts'
import { closePosition } from '../../actions/trading.ts'
import { addDemoFunds } from '../../client/session.ts'
import { NOTHING } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { askForConfirmation, openDialog, type DialogRequest } from '../../shell/dialogs.ts'
import { HelpLink } from '../../shell/HelpLink.tsx'
import { goTo } from '../../shell/location.ts'
import { nameOf, useListing } from '../../stores/catalogue.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { isHeld, usePositions, type HeldPosition } from '../../stores/positions.ts'
import { useTicker } from '../../stores/tickers.ts'
import { coinOf, useWallet } from '../../stores/wallet.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Figures } from '../../ui/table/Figures.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Spinner } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { usePending } from '../../platform/use-pending.ts'
import { freeMargin } from './margin-form.ts'
import { useRemedy, type RemedyKind } from './use-remedy.ts'

type Props = { request: Extract<DialogRequest, { kind: 'marginCall' }>; onClose: () => void }

export function MarginCallDialog({ request, onClose }: Props) {
  const t = useT()
  const { symbol, positionIdx } = request
  const listing = useListing(symbol)
  const own = (usePositions() ?? []).filter(({ position }) => position.symbol === symbol)
  // A notice names the contract but not the side in hedge mode: then the first is used. Once it is
  // found, the other side of a hedge does not take its place.
  const first = own.find(({ position }) => position.positionIdx === positionIdx) ?? own[0]
  const [kept, setKept] = useState<{ request: Props['request']; idx: number }>()
  const idx = kept?.request === request ? kept.idx : first?.position.positionIdx
  if (kept?.request !== request && idx !== undefined) setKept({ request, idx })
  const found = own.find(({ position }) => position.positionIdx === idx)
  const position = found?.position
  if (listing === undefined || position === undefined || !isHeld(position)) {
    return (
      <Dialog open onClose={onClose} title={t('margin.callTitle', { symbol: nameOf(symbol) })}>
        <p className="py-2 text-sm text-soft">{t('positions.empty')}</p>
      </Dialog>
    )
  }
  const { instrument } = listing
  return (
    <Helper
      position={position}
      liquidationTicks={found?.liquidationTicks}
      instrument={instrument}
      onClose={onClose}
    />
  )
}

const wishes = ['5', '10', '20', '30', '50'] as const

type HelperProps = { position: HeldPosition; instrument: Instrument; onClose: () => void }

type Liquidated = { liquidationTicks: PriceTicks | undefined }

function Helper({ position, liquidationTicks, instrument, onClose }: HelperProps & Liquidated) {
  const t = useT()
  const [text, setText] = useState('')
  const percent = parseDecimal(text, 6)
  const wantedE8 = percent === undefined || percent <= zero ? undefined : percent
  const shared = { position, instrument, wantedE8, onClose }
  return (
    <Dialog
      open
      onClose={onClose}
      width="md"
      title={t('margin.callTitle', { symbol: nameOf(position.symbol) })}
    >
      <div className="flex flex-col gap-3 text-xs">
        <p className="text-soft">
          {t('margin.callBody')} <HelpLink topic="liquidation" />
        </p>
        <Standing {...{ liquidationTicks, instrument }} symbol={position.symbol} />
        <NumberInput
          label={t('margin.callDistance')}
          value={text}
          onChange={setText}
          rules={{ scale: 2, min: '0', max: '100' }}
          unit="%"
        />
        <Segments
          wide
          label={t('margin.callDistance')}
          value={text}
          onChange={setText}
          items={wishes.map((value) => ({ value, label: `${value}%` }))}
        />
        {position.isIsolated ? <Adding {...shared} /> : <AddingToAccount {...shared} />}
        {position.isIsolated ? <ClosingWhole {...shared} /> : <Closing {...shared} />}
      </div>
    </Dialog>
  )
}

type StandingProps = Liquidated & { symbol: string; instrument: Instrument }

/** The current liquidation price and its distance, for comparison with the chosen distance. */
function Standing({ symbol, liquidationTicks, instrument }: StandingProps) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const markE8 = useTicker(symbol)?.markE8
  const share = distanceTo(liquidationTicks, instrument, markE8, undefined)?.shareE8
  const far =
    share === undefined ? NOTHING : format.percent({ units: share, scale: 6 }, { signed: false })
  return (
    <Figures
      rows={[
        { label: t('positions.liquidation'), now: words.price(liquidationTicks) },
        { label: t('help.away'), now: far },
      ]}
    />
  )
}

type OfferProps = HelperProps & { wantedE8: bigint | undefined }

function Adding({ position, instrument, wantedE8, onClose }: OfferProps) {
  const words = useInstrumentFormat(instrument)
  const wallet = useWallet()
  const own = wallet === undefined ? undefined : coinOf(wallet, instrument.settleCoin)?.available
  const step = marginStepOf(instrument)
  const most = Number(freeMargin(instrument, own, wallet?.available) / step)
  const { remedy, isAsking } = useRemedy({ kind: 'add', position, instrument, most, wantedE8 })
  const change = amount(BigInt(remedy?.step ?? 0) * step)
  const { symbol, positionIdx } = position
  return (
    <Offer
      kind="add"
      position={position}
      instrument={instrument}
      wantedE8={wantedE8}
      remedy={remedy}
      state={wantedE8 === undefined ? 'idle' : isAsking ? 'asking' : 'asked'}
      what={`${words.settle(change, { rounding: 'up' })} ${instrument.settleCoin}`}
      onPress={async () => {
        if (mayBeDone(await addMargin({ symbol, positionIdx, amount: change }))) onClose()
      }}
    />
  )
}

function Closing({ position, instrument, wantedE8, onClose }: OfferProps) {
  const words = useInstrumentFormat(instrument)
  const { symbol, positionIdx, sizeLots: most } = position
  const { remedy, isAsking } = useRemedy({ kind: 'close', position, instrument, most, wantedE8 })
  const lots = qtyLots(remedy?.step ?? 0)
  return (
    <Offer
      kind="close"
      position={position}
      instrument={instrument}
      wantedE8={wantedE8}
      remedy={remedy}
      state={wantedE8 === undefined ? 'idle' : isAsking ? 'asking' : 'asked'}
      what={`${words.qty(lots)} ${qtyCoin(instrument)}`}
      onPress={async () => {
        if (lots * 2 > most && !(await isMeant(lots, most))) return
        const close = { symbol, positionIdx, qtyLots: lots, priceTicks: undefined }
        const outcome = await closePosition(close)
        if (outcome.kind !== 'failed') onClose()
      }}
    />
  )
}

/**
 * Closing part of an isolated position releases its share of the margin, so only a full close
 * helps.
 */
function ClosingWhole({ position: { symbol, positionIdx } }: OfferProps) {
  const t = useT()
  return (
    <section className="rounded border border-line p-3">
      <h3 className="font-semibold">{t('positions.close')}</h3>
      <p className="mt-1 text-soft">{t('margin.callIsolatedClose')}</p>
      <Button
        size="sm"
        className="mt-2"
        onClick={() =>
          openDialog({ kind: 'closePosition', symbol, positionIdx, orderType: 'Market' })
        }
      >
        {t('positions.close')}
      </Button>
    </section>
  )
}

/** Asks for confirmation; used before more than half of a position is closed. */
const isMeant = (lots: number, most: number): Promise<boolean> =>
  askForConfirmation({
    title: message('positions.close'),
    body: message('margin.callCloseAsk', { percent: Math.floor((lots * 100) / most) }),
    confirm: message('positions.close'),
    dangerous: true,
  })

/**
 * A cross position uses the account's margin, so funds added there support all of its positions.
 */
function AddingToAccount({ position, instrument, wantedE8, onClose }: OfferProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const step = marginStepOf(instrument)
  const most = mostFundSteps(position, instrument)
  const { remedy, isAsking } = useRemedy({ kind: 'fund', position, instrument, most, wantedE8 })
  const what = amount(BigInt(remedy?.step ?? 0) * step)
  const transfer = (): void => {
    onClose()
    goTo({ kind: 'wallets' })
  }
  return (
    <section aria-label={t('margin.add')} className="rounded border border-line p-3">
      <h3 className="font-semibold">{t('margin.add')}</h3>
      <p className="mt-1 mb-2 text-soft">{t('margin.callCross')}</p>
      <Offered
        {...{ remedy, position, instrument, wantedE8 }}
        state={wantedE8 === undefined ? 'idle' : isAsking ? 'asking' : 'asked'}
      >
        <p className="font-medium">
          {t('margin.callFunds', {
            what: `${words.settle(what, { rounding: 'up' })} ${instrument.settleCoin}`,
          })}
        </p>
      </Offered>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={transfer}>
          {t('margin.callTransfer')}
        </Button>
        <Button size="sm" onClick={() => void addDemoFunds()}>
          {t('account.addDemoFunds')}
        </Button>
      </div>
    </section>
  )
}

const headings = { add: 'margin.add', close: 'positions.close' } as const
const acts = { add: 'margin.callAdd', close: 'margin.callClose' } as const

type OfferedProps = Omit<OfferProps, 'onClose'> & {
  kind: Exclude<RemedyKind, 'fund'>
  remedy: Remedy | undefined
  state: 'idle' | 'asking' | 'asked'
  /** The amount, formatted. */
  what: string
  onPress: () => Promise<void>
}

function Offer(props: OfferedProps) {
  const t = useT()
  const { kind, position, instrument, wantedE8, remedy, state, what, onPress } = props
  const [isSending, during] = usePending()
  const press = async (): Promise<void> => {
    await during(onPress())
  }
  return (
    <section aria-label={t(headings[kind])} className="rounded border border-line p-3">
      <h3 className="mb-2 font-semibold">{t(headings[kind])}</h3>
      <Offered {...{ remedy, position, instrument, wantedE8, state }}>
        <Button
          variant={kind === 'add' ? 'primary' : position.side === 'Buy' ? 'sell' : 'buy'}
          pending={isSending}
          onClick={() => void press()}
        >
          {t(acts[kind], { what })}
        </Button>
      </Offered>
    </section>
  )
}

type FoundProps = Pick<OfferedProps, 'remedy' | 'position' | 'instrument' | 'state' | 'wantedE8'>

/** The remedy and its effect; until it is found, the reason why there is none. */
function Offered({ state, remedy, children, ...about }: FoundProps & { children: ReactNode }) {
  const t = useT()
  const { position, instrument, wantedE8 = endlessE8 } = about
  const markE8 = useTicker(position.symbol)?.markE8
  const isFar = (now: Remedy['preview']['before']): boolean =>
    markE8 !== undefined && distanceIn(now, position, { instrument, markE8 }) >= wantedE8
  if (state === 'idle') return <p className="text-soft">{t('margin.callChoose')}</p>
  if (state === 'asking') return <Spinner label={t('shell.loading')} />
  if (remedy === undefined) return <p className="text-soft">{t('margin.callNothing')}</p>
  if (isFar(remedy.preview.before)) return <p className="text-soft">{t('margin.callFar')}</p>
  return (
    <div className="flex flex-col gap-2">
      {!remedy.isEnough && <p className="text-warn">{t('margin.callTooLittle')}</p>}
      <Effect {...about} remedy={remedy} />
      {children}
    </div>
  )
}

type EffectProps = Pick<OfferedProps, 'position' | 'instrument'> & { remedy: Remedy }

/** The liquidation price and its distance, now and after, and the cost, from the preview. */
function Effect({ position, instrument, remedy: { preview } }: EffectProps) {
  const t = useT()
  const format = useFormat()
  const words = useInstrumentFormat(instrument)
  const markE8 = useTicker(position.symbol)?.markE8
  const outcome = outcomeOf(preview, instrument, position.positionIdx)
  const far = (standing: typeof preview.before): string => {
    if (markE8 === undefined) return NOTHING
    const share = distanceIn(standing, position, { instrument, markE8 })
    if (share >= endlessE8) return NOTHING
    return format.percent({ units: share, scale: 6 }, { signed: false })
  }
  return (
    <Figures
      rows={[
        {
          label: t('positions.liquidation'),
          now: words.price(outcome.now.liquidationTicks),
          then: words.price(outcome.filled.liquidationTicks),
        },
        { label: t('help.away'), now: far(preview.before), then: far(preview.after) },
        ...(outcome.fill === undefined
          ? []
          : [
              {
                label: t('ticket.fee'),
                now: `${words.settle(outcome.fee)} ${instrument.settleCoin}`,
              },
            ]),
      ]}
    />
  )
}
