// The texts of each topic of the help centre.

import type { MessageKey } from '../../i18n/message-keys.ts'
import type { HelpTopic } from '../../shell/routes.ts'

type TopicTexts = {
  readonly title: MessageKey
  readonly body: MessageKey
  readonly rule: MessageKey
}

export const topicTexts: Record<HelpTopic, TopicTexts> = {
  margin: { title: 'help.margin.title', body: 'help.margin.body', rule: 'help.margin.rule' },
  leverage: {
    title: 'help.leverage.title',
    body: 'help.leverage.body',
    rule: 'help.leverage.rule',
  },
  liquidation: {
    title: 'help.liquidation.title',
    body: 'help.liquidation.body',
    rule: 'help.liquidation.rule',
  },
  funding: { title: 'help.funding.title', body: 'help.funding.body', rule: 'help.funding.rule' },
  adl: { title: 'help.adl.title', body: 'help.adl.body', rule: 'help.adl.rule' },
  reverse: { title: 'help.reverse.title', body: 'help.reverse.body', rule: 'help.reverse.rule' },
  'order-types': {
    title: 'help.orderTypes.title',
    body: 'help.orderTypes.body',
    rule: 'help.orderTypes.rule',
  },
  tpsl: { title: 'help.tpsl.title', body: 'help.tpsl.body', rule: 'help.tpsl.rule' },
}
