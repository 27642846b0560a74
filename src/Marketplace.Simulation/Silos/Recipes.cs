using System.Reflection;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Simulation.Silos;

/// <summary>What the constructors of services ask for. It is found out once a process, as that takes longer than to call them.</summary>
internal sealed class Recipes
{
    private readonly Dictionary<Type, Recipe[]> _ofTypes = [];
    private readonly Dictionary<(Type Open, Type Closed), Type> _closed = [];

    /// <summary>The ways to make an object of a type: the one that asks for the most comes first.</summary>
    public Recipe[] Of(Type type)
    {
        if (!_ofTypes.TryGetValue(type, out var recipes))
        {
            recipes = [.. type.GetConstructors().OrderByDescending(static way => way.GetParameters().Length).Select(static way => new Recipe(way))];
            _ofTypes.Add(type, recipes);
        }

        return recipes;
    }

    /// <summary>A generic class with the type arguments of a service.</summary>
    public Type Close(Type open, Type service)
    {
        if (!_closed.TryGetValue((open, service), out var closed))
            _closed.Add((open, service), closed = open.MakeGenericType(service.GetGenericArguments()));
        return closed;
    }
}

/// <summary>One constructor of a service.</summary>
internal sealed class Recipe(ConstructorInfo constructor)
{
    private readonly ConstructorInvoker _invoker = ConstructorInvoker.Create(constructor);

    public Ingredient[] Ingredients { get; } = [.. constructor.GetParameters().Select(static parameter => new Ingredient(parameter))];

    public object Make(Span<object?> arguments) => _invoker.Invoke(arguments);
}

/// <summary>What a constructor asks for.</summary>
internal sealed class Ingredient(ParameterInfo parameter)
{
    public Type Service => parameter.ParameterType;

    /// <summary>The key of the service; null for one without a key.</summary>
    public object? Key { get; } = parameter.GetCustomAttribute<FromKeyedServicesAttribute>()?.Key;

    public bool IsOptional { get; } = parameter.HasDefaultValue;

    public object? Default { get; } = parameter.HasDefaultValue ? parameter.DefaultValue : null;
}
