// The fields of a rule's action: an order, a partial close, ending everything, or a TP/SL.

import {
  priceDecimals,
  qtyCoin,
  qtyDecimals,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { sides } from '@basis/domain/orders/order'
import { useT } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { positionIdxOf } from '../../stores/positions.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { Checkbox } from '../../ui/Switch.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import type { RuleFieldsProps } from './rule-wrong.ts'
import { isOnPosition, orderOf, ruleActions } from './rule-form.ts'

const actionWords = {
  Order: 'strategies.ruleDoOrder',
  Close: 'strategies.ruleDoClose',
  CancelOrders: 'strategies.ruleDoCancelAll',
  CloseAll: 'strategies.ruleDoCloseAll',
  TakeProfit: 'strategies.ruleDoTakeProfit',
  StopLoss: 'strategies.ruleDoStopLoss',
} as const satisfies Record<(typeof ruleActions)[number], MessageKey>

export function RuleActionFields(props: RuleFieldsProps) {
  const t = useT()
  const { instrument, draft, change, wrongOf } = props
  const { action } = draft
  const isHedge = positionIdxOf({ symbol: instrument.symbol, ...orderOf(draft) }) !== 0
  return (
    <>
      <label className="flex items-center justify-between gap-2 text-xs">
        <span className="text-muted">{t('strategies.ruleAction')}</span>
        <Select
          label={t('strategies.ruleAction')}
          value={action}
          onChange={(next) => change({ action: next })}
          items={ruleActions.map((value) => ({ value, label: t(actionWords[value]) }))}
          align="end"
        />
      </label>
      {action === 'Order' && <OrderFields {...props} />}
      {isOnPosition(action) && isHedge && (
        <Segments
          wide
          label={t('strategies.rulePosition')}
          value={draft.position}
          onChange={(position) => change({ position })}
          items={(['Long', 'Short'] as const).map((value) => ({
            value,
            label: t(`strategies.ruleSide${value}`),
          }))}
        />
      )}
      {action === 'Close' && (
        <NumberInput
          label={t('strategies.ruleShare')}
          value={draft.closePercent}
          onChange={(closePercent) => change({ closePercent })}
          rules={{ scale: 2, min: '0', max: '100', step: '5' }}
          unit="%"
          error={wrongOf('percent', draft.closePercent)}
        />
      )}
      {(action === 'TakeProfit' || action === 'StopLoss') && (
        <NumberInput
          label={t('tpsl.triggerPrice')}
          value={draft.triggerPrice}
          onChange={(triggerPrice) => change({ triggerPrice })}
          rules={priceRules(instrument)}
          unit={instrument.quoteCoin}
          error={wrongOf('triggerPrice', draft.triggerPrice)}
        />
      )}
    </>
  )
}

function OrderFields({ instrument, draft, change, wrongOf }: RuleFieldsProps) {
  const t = useT()
  return (
    <>
      <Segments
        wide
        label={t('strategies.side')}
        value={draft.side}
        onChange={(side) => change({ side })}
        items={sides.map((value) => ({
          value,
          label: t(value === 'Buy' ? 'orders.buy' : 'orders.sell'),
        }))}
      />
      <Segments
        wide
        label={t('strategies.ruleType')}
        value={draft.orderType}
        onChange={(orderType) => change({ orderType })}
        items={(['Market', 'Limit'] as const).map((value) => ({
          value,
          label: t(`strategies.ruleType${value}`),
        }))}
      />
      <NumberInput
        label={t('strategies.ruleQuantity')}
        value={draft.qty}
        onChange={(qty) => change({ qty })}
        rules={{ scale: qtyDecimals(instrument), min: '0' }}
        unit={qtyCoin(instrument)}
        error={wrongOf('qty', draft.qty)}
      />
      {draft.orderType === 'Limit' && (
        <NumberInput
          label={t('strategies.price')}
          value={draft.limitPrice}
          onChange={(limitPrice) => change({ limitPrice })}
          rules={priceRules(instrument)}
          unit={instrument.quoteCoin}
          error={wrongOf('price', draft.limitPrice)}
        />
      )}
      <Checkbox
        label={t('strategies.reduceOnly')}
        checked={draft.reduceOnly}
        onChange={(reduceOnly) => change({ reduceOnly })}
      />
    </>
  )
}

const priceRules = (instrument: Instrument) => ({
  scale: priceDecimals(instrument),
  min: '0',
  tick: formatTrimmed(BigInt(instrument.tickSizeE8), 8),
})
