// Loaded into a process before its program: writes what the process needed at most, in MB, into the file PEAK_MEMORY.
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.PEAK_MEMORY, String(process.resourceUsage().maxRSS / 1_024)));
