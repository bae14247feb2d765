// What every view of a position's TP/SL dialog is about.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { PositionRecord } from '../../exchange/positions.ts'
import type { HeldPosition } from '../../exchange/positions.ts'

export type EditorProps = {
  readonly record: PositionRecord
  readonly position: HeldPosition
  readonly instrument: Instrument
  readonly onClose: () => void
}
