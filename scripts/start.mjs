import { buildSite } from './build.mjs';
import { main, Told } from './lib/run.mjs';
import { serve } from './serve.mjs';
import { setUp } from './setup.mjs';

const PORT = 4173;

function wantedPort() {
	const text = process.env.PORT;
	if (text === undefined || text === '') return PORT;
	const port = Number(text);
	if (!Number.isInteger(port) || port < 0 || port > 65535)
		throw new Told(`PORT is not a port: ${text}`);
	return port;
}

main(async () => {
	const port = wantedPort();
	await setUp(['emcc', 'xxhash']);
	await buildSite();
	const { address } = await serve({ port, host: process.env.HOST || undefined, tries: 100 });
	console.log(`\n  Lockstep is at  ${address}\n\n  Ctrl-C stops it.`);
	for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
});
