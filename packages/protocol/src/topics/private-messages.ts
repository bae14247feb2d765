// The messages of an account's own topics (spec 7).

import { wireWallet } from '../account.ts'
import { alertMessage } from '../alerts/alert.ts'
import { wireExecution } from '../order.ts'
import { wireLiquidation, wirePosition } from '../position.ts'
import { wireRule } from '../rules/rule.ts'
import * as z from '../schema/deferred.ts'
import { wireSpreadNews } from '../spread/order.ts'
import { strategyMessage } from '../strategy.ts'
import { head } from './message-head.ts'
import type { PrivateKind } from './topic.ts'

/** An order under its short keys, with its event number as `e`; `expandOrder` parses the rest. */
const pushedOrder = z.looseObject({ e: z.literal([1, 2, 3, 4, 5]) })
export type PushedOrder = z.output<typeof pushedOrder>

/**
 * `no` numbers an account's messages on this topic: a snapshot has the last number, each delta the
 * next.
 */
const privateMessage = <Data extends z.ZodMiniType>(data: Data) =>
  z.object({ ...head, no: z.int(), data })

export const privateMessages = {
  /** Snapshot: the open orders. Delta: each order that changed, final ones too. */
  userOrder: privateMessage(z.array(pushedOrder)),
  /** As `userOrder`, but only orders that may borrow. */
  userMarginOrder: privateMessage(z.array(pushedOrder)),
  /** Snapshot: positions that are not flat. Delta: positions that changed, size 0 when closed. */
  userPosition: privateMessage(z.array(wirePosition)),
  /** Always complete. */
  userWallet: privateMessage(wireWallet),
  /** Snapshot: empty; earlier fills are requested separately. */
  userExecution: privateMessage(z.array(wireExecution)),
  /** Snapshot: running orders. Delta: each that changed, including ended ones. */
  userStrategy: privateMessage(strategyMessage),
  /** Snapshot: running rules and the last ended ones. Delta: each that changed or fired. */
  userRule: privateMessage(z.array(wireRule)),
  /** Fills, liquidation steps and ended orders of options (spec 7). Snapshots: empty. */
  userOptionTrade: privateMessage(z.array(wireExecution)),
  userOptionLiquidation: privateMessage(z.array(wireLiquidation)),
  userOptionOrderHistory: privateMessage(z.array(pushedOrder)),
  userLiquidation: privateMessage(z.array(wireLiquidation)),
  /** Snapshot: all alerts. Delta: changed, removed and fired alerts. */
  userAlert: privateMessage(alertMessage),
  /** Snapshot: open orders of combinations. Delta: each that changed, and fills. */
  userSpread: privateMessage(wireSpreadNews),
} as const satisfies Record<PrivateKind, z.ZodMiniType>
