// Starts the notices of account and price events; renders nothing itself.

import { useEffect } from 'react'
import { startAlertMoving } from '../../actions/alerts/moving.ts'
import { onRuleFired, startRuleWatch } from '../../actions/rules/rule-list.ts'
import { onFirings } from '../../stores/alerts.ts'
import { instrumentOf } from '../../stores/catalogue.ts'
import { onLiquidation, onOrders } from '../../stores/orders.ts'
import { onStrategies } from '../../stores/strategies.ts'
import { onSpreadOrders } from '../../stores/spread/spreads.ts'
import { notify } from '../../shell/notices.ts'
import { AlertWatch } from './AlertWatch.tsx'
import { alertNotice } from './alert-notices.ts'
import { startDeliveryNotices } from './delivery-notices.ts'
import { liquidationNotices } from './liquidation-notices.ts'
import { startLoanNotices } from './loan-notices.ts'
import { startMarginNotices } from './margin-notices.ts'
import { startMissedFills } from './missed-fills.ts'
import { notifyUnlessMuted } from './muted-notices.ts'
import { orderNotices } from './order-notices.ts'
import { ruleNotice } from './rule-notices.ts'
import { spreadNotice } from './spread-notices.ts'
import { strategyNotices } from './strategy-notices.ts'
import { startRecall } from './recall-notices.ts'

/** Mounted once in the page. */
export function TradeNotices() {
  useEffect(startTradeNotices, [])
  return <AlertWatch />
}

function startTradeNotices(): () => void {
  const stops = [
    onOrders((happenings) => {
      for (const notice of orderNotices(happenings, instrumentOf)) notifyUnlessMuted(notice)
    }),
    onLiquidation((steps) => {
      for (const notice of liquidationNotices(steps, instrumentOf)) notify(notice)
    }),
    startMarginNotices(),
    startLoanNotices(),
    onStrategies((changes) => {
      for (const notice of strategyNotices(changes, instrumentOf)) notify(notice)
    }),
    startRuleWatch(),
    onRuleFired((rule) => {
      const notice = ruleNotice(rule, instrumentOf)
      if (notice !== undefined) notify(notice)
    }),
    startAlertMoving(),
    onFirings((firings) => {
      for (const firing of firings) notify(alertNotice(firing))
    }),
    onSpreadOrders((change) => {
      const notice = spreadNotice(change)
      if (notice !== undefined) notifyUnlessMuted(notice)
    }),
    startMissedFills(),
    startDeliveryNotices(),
    startRecall(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
