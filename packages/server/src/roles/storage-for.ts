// Opening the data folder as the settings say; it loads nothing of the exchange, so that a start
// refused because of its data ends early.

import { keptMs } from '../config/config.ts'
import { openStorage, type Storage } from '../exchange/disk/storage.ts'
import type { Surroundings } from './all.ts'

/** Opens and locks the data folder. */
export const storageFor = ({ config, build, onNotice }: Surroundings): Promise<Storage> =>
  openStorage({
    folder: config.dataFolder,
    build,
    keepMs: keptMs(config.journalDays),
    onNotice,
  })
