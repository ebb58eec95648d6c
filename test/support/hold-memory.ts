/** Loaded with --require into a driver that is to be large: holds as many MiB as HOLD_MIB says. */
const held = Buffer.allocUnsafeSlow(Number(process.env['HOLD_MIB']) * 1024 * 1024).fill(1);
process.on('exit', () => held.length);
