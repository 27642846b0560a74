// What a third of the files use.
global using Orleans;
global using Orleans.Runtime;
