// Everything that opens beside its trigger: one part of the page, loaded on first use.

export { OpenMenu } from './OpenMenu.tsx'
export { OpenPopover } from './OpenPopover.tsx'
export { OpenSelect } from './OpenSelect.tsx'
export { OpenTooltip } from './OpenTooltip.tsx'
