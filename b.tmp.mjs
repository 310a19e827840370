const dir = process.cwd(); const { openPackage, wasmFigures } = await import(dir + '/scripts/bench/core.mjs');
const { core, close } = await openPackage(); const w = [['mcs'],['mutex-mcs'],['rwsem'],['tp-futex']].map(([name]) => ({ figure: 'machine steps/s', name, threads: 4 }));
try { const f = await wasmFigures(core, w); for (const x of f) console.log(x.name, x.detail, Math.round(x.value)); } catch (e) { console.log(e); }
await close(); process.exit(0);
