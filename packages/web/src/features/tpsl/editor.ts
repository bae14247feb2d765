// Properties shared by all views of a position's TP/SL dialog.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { PositionRecord } from '../../stores/positions.ts'
import type { HeldPosition } from '../../stores/positions.ts'

export type EditorProps = {
  readonly record: PositionRecord
  readonly position: HeldPosition
  readonly instrument: Instrument
  readonly onClose: () => void
}
