using Marketplace.Silo.Hosting;

return await SiloHost.Run(args, Console.Out, Console.Error);
