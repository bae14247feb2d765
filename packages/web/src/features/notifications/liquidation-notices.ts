// What a trader is told of a liquidation: each step in words of its own, with the two numbers that
// decided (spec 8).

import type { WireLiquidation } from '@basis/protocol/position'
import { say } from '../../i18n/i18n.ts'
import { message, type Message, type MessageKey } from '../../i18n/message-keys.ts'
import type { NoticeDraft } from '../../shell/notices.ts'

/**
 * Returns what to tell of a liquidation: never muted; what ends a position in the style of a
 * failure, spoken at once.
 */
export function liquidationNotice(told: WireLiquidation): NoticeDraft {
  const { step, symbol, amount } = told
  switch (step) {
    case 'lossCovered':
      return {
        kind: 'lossCovered',
        tone: 'info',
        title: message('msg.title.3'),
        body: message('notices.lossCovered', { amount }),
      }
    // The position stands: its margin was replenished before it came to a liquidation.
    case 'replenished':
      return {
        kind: 'replenished',
        tone: 'warning',
        title: message('notices.replenishedTitle'),
        body: message('notices.replenishedBody', { symbol, amount }),
      }
    case 'started':
    case 'takenOver':
    case 'deleveraged':
      return {
        kind: 'liquidation',
        tone: 'failure',
        title: message(step === 'deleveraged' ? 'notices.deleveragedTitle' : 'msg.title.3'),
        body: withReason(stepWords(told), told),
        assertive: true,
      }
  }
}

// Spec 8: a liquidation with size 0 uses a zero variant.
function stepWords({ symbol, size, bustPrice, step }: WireLiquidation): Message {
  if (step === 'deleveraged') {
    return message('notices.deleveraged', { symbol, size, price: bustPrice })
  }
  if (/[1-9]/.test(size)) {
    return message('notices.liquidationBody', { symbol, size, price: bustPrice })
  }
  if (symbol === '') return message('notices.liquidationZero')
  return message('notices.liquidationStarted', { symbol })
}

/** The names of the numbers that liquidations compare. */
const numberNames: Readonly<Record<string, MessageKey>> = {
  marginBalance: 'notices.numberMarginBalance',
  maintenanceMargin: 'notices.numberMaintenance',
  markPrice: 'notices.numberMark',
  liquidationPrice: 'notices.numberLiquidation',
  bankruptcyPrice: 'notices.numberBankruptcy',
  rank: 'notices.numberRank',
  candidates: 'notices.numberCandidates',
}

/** Puts behind the words what was compared: "mark price 57000 USDT ≤ liq. price 57100 USDT". */
function withReason(words: Message, { explanation }: WireLiquidation): Message {
  if (explanation === undefined) return words
  const [left = '', relation = '', right = ''] = explanation.compared.split(' ')
  const told = (name: string): string | undefined => {
    const [key, value] = [numberNames[name], explanation.numbers[name]]
    return key === undefined || value === undefined ? undefined : `${say({ key })} ${value}`
  }
  const [first, second] = [told(left), told(right)]
  if (first === undefined || second === undefined) return words
  const reason = `${first} ${relation === '<=' ? '≤' : '≥'} ${second}`
  return message('notices.withReason', { words: say(words), reason })
}
