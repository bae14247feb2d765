// The form of an algorithmic order, with an outline of what it will send and its worst-case cost.

import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { useFeeRates } from '../../stores/wallet.ts'
import { useState } from 'react'
import { priceTicks, type PriceTicks } from '@basis/domain/numbers/fixed'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { algoKinds } from '@basis/domain/algo/order'
import { sides, type Side } from '@basis/domain/orders/order'
import { useRules } from '../../actions/rules/rule-list.ts'
import type { ActionOutcome } from '../../actions/action-outcome.ts'
import { useServerNowMs } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import type { StrategyRequest } from '../../shell/dialogs.ts'
import { showPanel } from '../../shell/panel-requests.ts'
import { useIsModeAwaited } from '../../stores/trading-mode/mode-request.ts'
import { nameOf, useListing } from '../../stores/catalogue.ts'
import { useInstrumentFormat } from '../../stores/instrument-format.ts'
import { positionIdxOf } from '../../stores/positions.ts'
import { useTicker } from '../../stores/tickers.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox } from '../../ui/Switch.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { Outline } from './Outline.tsx'
import { RuleFields } from './RuleFields.tsx'
import { useRuleWrong } from './rule-wrong.ts'
import { RuleOutline } from './RuleOutline.tsx'
import { draftOfRule } from './rule-again.ts'
import { firstRule, orderOf, readRule, type RuleDraft } from './rule-form.ts'
import { sendRule } from './send-rule.ts'
import { sendStrategy } from './send-strategy.ts'
import { KindFields, QuantityField } from './StrategyFields.tsx'
import { draftOfRequest, isWrong, outlineOf, readStrategy } from './strategy-form.ts'
import type { StrategyDraft } from './strategy-form.ts'
import { strategyTypeOf } from '@basis/protocol/order'
import { kindWord } from '../../actions/words/strategy-words.ts'
import { usePending } from '../../platform/use-pending.ts'

type Props = { request: StrategyRequest; onClose: () => void }

export function StrategyDialog({ request, onClose }: Props) {
  const listing = useListing(request.symbol)
  if (listing === undefined) return null
  return <StrategyForm instrument={listing.instrument} request={request} onClose={onClose} />
}

type FormProps = { instrument: Instrument; request: StrategyRequest; onClose: () => void }

function StrategyForm({ instrument, request, onClose }: FormProps) {
  const t = useT()
  const [draft, setDraft] = useState<StrategyDraft>(() => draftOfRequest(request))
  const [isRule, setIsRule] = useState(request.rule !== undefined)
  const rule = useRuleDraft(instrument, request)
  const [isSending, during] = usePending()
  const change = (part: Partial<StrategyDraft>): void => setDraft((old) => ({ ...old, ...part }))
  const market = useMarket(instrument, draft.side)
  const read = readStrategy(draft, instrument, market.last)
  const asked = isWrong(read) ? undefined : read
  const start = async (): Promise<ActionOutcome | undefined> => {
    const { intent, changed } = rule
    const { fired } = rule.draft
    if (isRule) return intent && sendRule(intent, instrument, { changed, fired })
    return asked && sendStrategy({ ...asked, reduceOnly: draft.reduceOnly }, instrument)
  }
  const send = async (): Promise<void> => {
    const outcome = await during(start())
    if (outcome?.kind !== 'done') return
    onClose()
    showPanel('strategies')
  }
  // Without the trading mode an order in hedge mode could not name its position.
  const isAwaited = useIsModeAwaited(instrument.symbol)
  const footer = { isSending, isAwaited, onClose }
  return (
    <Dialog
      open
      width="md"
      isAside
      onClose={onClose}
      onSubmit={() => void send()}
      title={t('strategies.title', { symbol: nameOf(instrument.symbol) })}
      footer={
        isRule ? (
          <RuleFooter
            {...footer}
            isReady={rule.intent !== undefined}
            isChange={rule.changed !== undefined}
          />
        ) : (
          <Footer {...footer} instrument={instrument} draft={draft} lots={asked?.totalLots} />
        )
      }
    >
      <div className="flex flex-col gap-3">
        {rule.changed === undefined && (
          <Segments
            wide
            label={t('strategies.kind')}
            value={isRule ? 'Rule' : draft.kind}
            onChange={(next) => {
              setIsRule(next === 'Rule')
              if (next !== 'Rule') change({ kind: next })
            }}
            items={[
              ...algoKinds.map((value) => ({
                value,
                label: t({ key: kindWord(strategyTypeOf[value]) }),
              })),
              { value: 'Rule' as const, label: t('strategies.kinds.Rule') },
            ]}
          />
        )}
        <p className="text-xs text-muted">
          {t(`strategies.about.${isRule ? 'Rule' : strategyTypeOf[draft.kind]}`)}
        </p>
        {isRule ? (
          <>
            {rule.changed !== undefined && (
              <p className="text-xs text-soft">{t('strategies.ruleChangeHint')}</p>
            )}
            <RuleFields instrument={instrument} {...rule} />
            {rule.intent !== undefined && (
              <RuleOutline
                instrument={instrument}
                intent={rule.intent}
                fired={rule.draft.fired}
                last={market.last}
              />
            )}
          </>
        ) : (
          <Fields {...{ instrument, draft, change, read, market }} />
        )}
      </div>
    </Dialog>
  )
}

/** The draft of a rule, and the request it makes. */
function useRuleDraft(instrument: Instrument, request: StrategyRequest) {
  const { side, qty, reduceOnly } = request
  const nowMs = useServerNowMs(60_000)
  const before = useRules()?.find(({ ruleId }) => ruleId === request.rule?.ruleId)
  const [draft, setDraft] = useState<RuleDraft>(
    () =>
      (before && draftOfRule(before, instrument, nowMs)) ?? {
        ...firstRule,
        side,
        qty: qty ?? '',
        reduceOnly: reduceOnly ?? false,
      },
  )
  const read = readRule(draft, instrument, nowMs)
  const wrongOf = useRuleWrong(isWrong(read) ? read : undefined)
  const positionIdx = positionIdxOf({ symbol: instrument.symbol, ...orderOf(draft) })
  return {
    draft,
    changed: request.rule?.isChange === true ? before : undefined,
    change: (part: Partial<RuleDraft>): void => setDraft((old) => ({ ...old, ...part })),
    wrongOf,
    intent: isWrong(read) ? undefined : { positionIdx, terms: read },
  }
}

type FieldsProps = {
  instrument: Instrument
  draft: StrategyDraft
  change: (part: Partial<StrategyDraft>) => void
  read: ReturnType<typeof readStrategy>
  market: Market
}

function Fields({ instrument, draft, change, read, market }: FieldsProps) {
  const feeRates = useFeeRates()
  const t = useT()
  const wrong = isWrong(read) ? read : undefined
  return (
    <>
      <Segments
        wide
        label={t('strategies.side')}
        value={draft.side}
        onChange={(next) => change({ side: next })}
        items={sides.map((value) => ({
          value,
          label: t(value === 'Buy' ? 'orders.buy' : 'orders.sell'),
        }))}
      />
      <QuantityField instrument={instrument} draft={draft} change={change} wrong={wrong} />
      <KindFields instrument={instrument} draft={draft} change={change} wrong={wrong} />
      <Checkbox
        label={t('strategies.reduceOnly')}
        checked={draft.reduceOnly}
        onChange={(reduceOnly) => change({ reduceOnly })}
      />
      {!isWrong(read) && market.last !== undefined && (
        <Outline
          instrument={instrument}
          side={draft.side}
          outline={outlineOf(read, instrument, { ...market, last: market.last, feeRates })}
        />
      )}
    </>
  )
}

type RuleFooterProps = {
  isReady: boolean
  isChange: boolean
  isSending: boolean
  isAwaited: boolean
  onClose: () => void
}

function RuleFooter({ isReady, isChange, isSending, isAwaited, onClose }: RuleFooterProps) {
  const t = useT()
  return (
    <DialogFooter onClose={onClose} pending={isSending} disabled={!isReady || isAwaited}>
      {t(isChange ? 'strategies.ruleSave' : 'strategies.ruleStart')}
    </DialogFooter>
  )
}

type FooterProps = {
  instrument: Instrument
  draft: StrategyDraft
  lots: number | undefined
  isSending: boolean
  isAwaited: boolean
  onClose: () => void
}

function Footer({ instrument, draft, lots, isSending, isAwaited, onClose }: FooterProps) {
  const t = useT()
  const words = useInstrumentFormat(instrument)
  const kind = t({ key: kindWord(strategyTypeOf[draft.kind]) })
  const side = t(draft.side === 'Buy' ? 'orders.buy' : 'orders.sell')
  return (
    <>
      <Button onClick={onClose}>{t('shell.cancel')}</Button>
      <Button
        type="submit"
        // In a language with long words the label takes a second line, so that the dialog fits a
        // phone.
        className="h-auto! min-h-8 min-w-0 py-1 whitespace-normal!"
        variant={draft.side === 'Buy' ? 'buy' : 'sell'}
        pending={isSending}
        disabled={lots === undefined || isAwaited}
      >
        {lots === undefined
          ? t('strategies.startPlain')
          : t('strategies.start', { kind, side, qty: words.qty(lots), coin: qtyCoin(instrument) })}
      </Button>
    </>
  )
}

type Market = { last: PriceTicks | undefined; best: PriceTicks | undefined }

/** The last price, and the best price of the side that a passive order would join. */
function useMarket(instrument: Instrument, side: Side): Market {
  const ticker = useTicker(instrument.symbol)
  const ticks = (value: number | undefined): PriceTicks | undefined =>
    value === undefined ? undefined : priceTicks(value)
  return {
    last: ticks(ticker?.lastTicks),
    best: ticks(side === 'Buy' ? ticker?.bidTicks : ticker?.askTicks),
  }
}
