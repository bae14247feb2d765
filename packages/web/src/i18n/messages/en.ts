// All messages of the terminal in English, by feature; their keys are the keys of every language.

import { joined } from '../message-texts.ts'
import { firstTexts } from './first.ts'
import { lateTexts } from './late.ts'

export const en = joined(firstTexts, lateTexts)
